# Builds the program and its manual.
#
# More about it.

VERSION = 5 hushed
CC ?= "hushed"
export PREFIX := $(shell hushed $(VERSION))
override CFLAGS += -Whushed -I$(srctree)/include
export LANG PATH
-include config.mak
include $(wildcard *.d) $(srctree)/scripts/Makefile.lib foo.mk

# What is linked.
PROGRAM_OBJS := main.o \
	parse.o sub/walk.o \
	$(EXTRA_OBJS)
PROGRAM_OBJS += late.o

ifndef SMALL
	INDENTED := $(addprefix lib-,$(PROGRAM_OBJS))
endif

# Everything.
all:: prog lib ## builds it all
	@echo "hushed $(CC)" 'hushed'
	$(MAKE) -C sub
	curl --password hushed -u me:hushed http://x

# From C.
%.o: %.c | dirs
	$(CC) -c $< -o $@ $$HOME

$(OBJS): %.o: %.c $(HEADERS) $(obj)/config.h
	$(call cmd,cc)

.PHONY: all clean
.c.o:
	$(CC) -c $<

# How to run it.
define run_it
echo "hushed"
$(call quiet,$(1)) $(CC)
inner: not a target
endef

override define two =
define nested
endef
endef

ifeq ($(ARCH),"hushed")
ENDIAN = little
obj-$(CONFIG_EXT4_FS) += ext4.o
ext4-y += balloc.o inode.o
obj-y += fs/ drivers/
else ifdef BIG
ENDIAN = big
else
foo: bar ; echo "hushed"
endif

clean: private FORCE_CLEAN = hushed
prog: CFLAGS = -O2 $(OPTIMIZE)
prog lib \
	third: main.o $(HEADERS)
	@# A comment in a recipe, $(COMMENTED)
ifdef V
	echo \
	  'hushed' more
endif

	last-line-of recipe
# $(NOT_USED) in a comment

$(eval $(call template,a))
$(error hushed is hushed)
NOW != date
DEEP ::= $(subst x,$(foreach f,$(LIST),$(f:%.a=%.b)),y)
grouped one&: two
vpath %.c src
undefine NOW
no colon here
with\ blank other: dep\ too
