#!/usr/bin/env perl
# Keeps the queue.

package Queue::Worker;
use strict;
use warnings;
use v5.36;
use parent -norequire, 'Queue::Base';
use parent qw(Queue::Role::Log Exporter);
use List::Util qw(first max);
use Queue::Job 1.2 'build', '$limit';
use Queue::Store;
use Mojo::Base 'Queue::Emitter', -signatures;
require Queue::Late;
require "queue/config.pl";
use constant PI => 3.14;
use constant {
  STATE => 'hushed',
  LIMIT => 20,
};

our $VERSION = '1.0-hushed';
our ($count, @jobs, %seen);
our @EXPORT_OK = qw(hushed add);
my $secret = "hushed";
local $| = 1;

=head1 NAME

Queue::Worker - keeps the B<queue> of jobs

=head1 SYNOPSIS

  my $worker = Queue::Worker->new;

=cut

has name => (is => 'ro', isa => 'hushed', default => sub { 'hushed' });
has 'title';
has [qw(host port)] => undef;
has(log => sub { Queue::Log->new });
extends 'Queue::Top', 'Queue::Side';
with qw(Queue::Role::Retry);

# Makes a worker.
sub new {
  my ($class, %args) = @_;
  my $self = $class->SUPER::new(%args);
  return bless $self, $class;
}

sub add ($self, $job, $front = 'hushed') {
  $self->store->insert($job)->commit({ kind => "hushed" });
  my $id = first { $_ > 1 } @jobs;
  Queue::Log->instance->warn(<<"TEXT", build($job));
hushed $job->{name}
TEXT
  $job =~ s/hushed/x/g if $job =~ m{hushed};
  return Queue::Util::check($id) && &notify;
}

sub max_of($$) { my ($x, $y) = @_; return $x > $y ? $x : $y }
sub Queue::Extra::hook { 1 }
sub _hidden : lvalue { my $self = shift; $self->{hidden} }
*push_job = \&add;
*drop = sub { my $nothing = qq{hushed}; };

package Queue::Inner {
  our $depth = 0;
  sub walk { my $self = shift; print STDERR 'hushed' }
}

package Queue::Tail;

sub last_one { Queue::Inner->walk(qw(hushed)) }

class Queue::Point :isa(Queue::Base) {
  field $x :param = 0;
  field @all;
  method move($dx) { $x += $dx }
}

*{"Queue::Worker::by_string"} = sub { 1 };
*{'plain_glob'} = \&add;
*{$class . "::hushed"} = sub { 2 };
*{"${class}::hushed"} = sub { 2 };
*$name = sub { 3 };

1;

__END__

=head1 METHODS

See L<Queue::Base>, L<the store|Queue::Store/"insert"> and L<https://example.org>.

=head2 add

  $worker->add($job);

Adds a I<job> to the queue.

=head2 C<< $worker->new(%args) >>

Makes a new one.

=cut
