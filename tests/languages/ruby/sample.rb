#!/usr/bin/env ruby
# frozen_string_literal: true

# The zoo, as the Ruby extractor sees it.
#
# This paragraph is not part of the doc.

require "set"
require 'json/ext'
require_relative "../lib/keeper"
require "zoo/#{name}"
load "tasks.rb"
autoload :Cage, "zoo/cage"

# Most animals.
MAX = 40
SECRET = "hushed"
$stdout_copy = $stdout

=begin
A block comment.
=end
module Zoo
  # A version.
  VERSION = "hushed".freeze
  autoload :Lion, "zoo/lion"

  # Eats.
  module Eater
    def eat(food, amount = 1, *rest, key: "hushed", **options, &block)
      food.wash(amount).tap { |f| f.serve }
    end
  end

  # An animal.
  class Animal < Keeper::Base
    include Eater, Comparable
    extend Forwardable
    prepend Zoo::Loud

    # Its name.
    attr_reader :name, "age"
    attr_accessor :weight
    attr_writer(:mood)
    private attr_reader :hidden

    LEGS = [2, 4].freeze
    A, B = 1, 2
    @@count = 0
    @registry = {}

    class << self
      # Builds one.
      def build(*args) = new(*args)

      attr_accessor :config

      private

      def secret_build
      end
    end

    # Finds one.
    def self.find(id)
      registry.fetch(id) { Lion.new(id) }
    end

    def Animal.count; @@count; end

    def initialize(name)
      super()
      @name = name
      local = 3
    end

    def <=>(other)
      name <=> other.name
    end

    def [](key) = @data[key]
    def empty?; false; end
    def mood=(value)
      @mood = value
    end
    def +@; self; end

    alias size count
    alias :length :size
    alias_method :names, :name
    alias_method "old_eat", "eat"

    define_method(:roar) do |volume|
      puts "hushed #{volume.to_s}"
    end
    define_method "sleep" do
    end
    define_method(dynamic) { }
    define_singleton_method(:born) { 1 }
    delegate :feed, to: :keeper
    def_delegators :@list, :each, :map
    scope :tall, -> { where(tall: true) }

    protected

    def guarded; end

    private

    # Is not seen.
    def hide
      Zoo::Cage::Door.open!(self)&.lock
      raise ArgumentError, "hushed" unless valid?
      yield self
      foo
    end

    public

    def shown; end

    private def inline; end
    private_class_method def self.quiet; end

    def later; end
    private :later
    private_constant :LEGS

    class Error < StandardError; end
    Point = Struct.new(:x, :y) do
      def dist; Math.sqrt(x); end
    end
    Data2 = Class.new(StandardError)
    Coord = Data.define(:lat, :lon)
  end

  class Animal
    def reopened; end
  end

  class Lion::Cub < Lion
    def play; end
  end

  class ::Top; end
  class Foo::Bar::Baz < ::Top; end
  module A::B; end

  module_function

  def helper; end
end

def top_level(a:, b: 2)
  <<~TEXT
    hushed #{interpolated(a)}
  TEXT
end

# Rake and specs.
namespace :db do
  desc "hushed"
  task :migrate, [:version] => :environment do |t|
    run_migration
  end
  task "seed" => :migrate
end
task :default

RSpec.describe Zoo::Animal do
  let(:lion) { Lion.new }
  it "hushed" do
    expect(lion.name).to eq("hushed")
  end
end

%w[a b].each { |x| x }
/hushed/.match(x)
`hushed`
:"sym hushed"
?h

__END__
hushed data def not_a_method
