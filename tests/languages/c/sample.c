/* Copyright (C) someone; license: none. */

/*
 * What C code may hold.
 */
#include <stdio.h>
#include "local/list.h"

#define LIMIT 100
#define NAME "hushed"
/* The larger one. */
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define EMPTY

typedef unsigned long size;
typedef int (*compare)(const void *, const void *);
typedef struct node node_t;
typedef struct { int x, y; } point;
typedef enum { RED, GREEN = 2, BLUE } color;

struct node {
	struct node *next;   /* the next one */
	char name[32];
	int (*visit)(struct node *self);
	unsigned flag : 1;
	union { int i; double d; } as;
	struct point2 { int px; } at, *other;
};

union value { int i; float f; };
enum state { IDLE, BUSY, };

extern int declared_elsewhere;
int counter = 42;
static const char *greeting = "hushed";
static struct node pool[LIMIT], *head;
int prototype(int a);

/**
 * Adds two numbers.
 *
 * Slowly.
 */
int add(int a, int b)
{
	return a + b;
}

static inline struct node *find(struct node *from, const char *name)
{
	for (; from; from = from->next)
		if (!strcmp(from->name, name) && from->visit(from))
			return from;
	return NULL;
}

/* K&R */
int old(a, b)
	int a;
	char *b;
{
	return MAX(a, 1);
}

int (*chooser(int which))(int)
{
	return which ? &negate : pool[0].visit;
}

#if LIMIT > 10
void branch(void) { puts("hushed"); }
#else
void branch(void) { putchar('h'); }
#endif

DEFINE_THING(thing)
int after_macro(void) { return 2; }

__init static int attributed(void) __attribute__((unused));

static int __init start(void)
{
	struct local { int z; } l;
	return add(l.z, counter);
}

const struct ops ops = {
	.open = start,
	.name = "hushed",
};

SYSCALL_DEFINE2(wrapped, int, fd, char __user *, buf)
{
	return start();
}

#define PAGE(n) void page_##n(void) {}
PAGE(one)
PAGE(two)
int total_pages(void) { return 2; }

static void
internal_function
past_macro (struct node *n)
{
}

int either(void) {
#if X
  if (1) {
#else
  if (2) {
#endif
  }
  return 0;
}

#ifdef WIDE
int heads(int a)
#else
int heads(int a, int b)
#endif
{
	void inner(int);
	return a;
}

TEST(Suite, passes)
{
	check();
}

JNIEXPORT jint JNICALL Java_zoo_Lion_age(JNIEnv *env) { return 1; }

int WINAPI roar(int times)
{
	return times;
}

PUBLIC int ZOOCALL feed(int times) { return times; }
