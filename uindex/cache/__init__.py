"""Derived tables for fast queries; always safe to delete."""
