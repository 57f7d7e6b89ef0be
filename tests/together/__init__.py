"""Many processes at once in one repository, and what must hold while they work and afterwards.

python -m tests.together --seconds 300 --kill
"""
