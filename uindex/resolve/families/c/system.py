"""What compilers and operating systems bring: their headers, and the names of the C library."""

from __future__ import annotations

import os
from functools import cache

_PLAIN = frozenset(
    # C
    "assert.h complex.h ctype.h errno.h fenv.h float.h inttypes.h iso646.h limits.h locale.h "
    "math.h setjmp.h signal.h stdalign.h stdarg.h stdatomic.h stdbit.h stdbool.h stdckdint.h "
    "stddef.h stdint.h stdio.h stdlib.h stdnoreturn.h string.h tgmath.h threads.h time.h uchar.h "
    "wchar.h wctype.h "
    # POSIX and what systems like it have
    "aio.h alloca.h ar.h argp.h byteswap.h cpio.h dirent.h dlfcn.h elf.h endian.h err.h error.h "
    "execinfo.h fcntl.h features.h fmtmsg.h fnmatch.h fts.h ftw.h getopt.h glob.h grp.h iconv.h "
    "ifaddrs.h langinfo.h libgen.h libintl.h link.h malloc.h memory.h mntent.h monetary.h mqueue.h "
    "ndbm.h netdb.h nl_types.h obstack.h paths.h poll.h printf.h pthread.h pty.h pwd.h regex.h "
    "resolv.h sched.h search.h semaphore.h shadow.h spawn.h strings.h stropts.h sysexits.h "
    "syslog.h tar.h termio.h termios.h trace.h ucontext.h ulimit.h unistd.h util.h utime.h utmp.h "
    "utmpx.h values.h wait.h wordexp.h xlocale.h cpuid.h emmintrin.h immintrin.h intrin.h "
    "mmintrin.h nmmintrin.h pmmintrin.h smmintrin.h tmmintrin.h wmmintrin.h x86intrin.h "
    "xmmintrin.h arm_neon.h arm_acle.h arm_sve.h altivec.h unwind.h "
    # Windows
    "windows.h winsock.h winsock2.h ws2tcpip.h io.h direct.h process.h conio.h tchar.h shlobj.h "
    "shellapi.h psapi.h dbghelp.h winternl.h objbase.h crtdbg.h excpt.h winbase.h windef.h "
    # C++
    "algorithm any array atomic barrier bit bitset charconv chrono codecvt compare complex "
    "concepts condition_variable coroutine cassert ccomplex cctype cerrno cfenv cfloat cinttypes "
    "ciso646 climits clocale cmath csetjmp csignal cstdalign cstdarg cstdbool cstddef cstdint "
    "cstdio cstdlib cstring ctgmath ctime cuchar cwchar cwctype deque exception execution expected "
    "filesystem flat_map flat_set format forward_list fstream functional future generator "
    "initializer_list iomanip ios iosfwd iostream istream iterator latch limits list locale map "
    "mdspan memory memory_resource mutex new numbers numeric optional ostream print queue random "
    "ranges ratio regex scoped_allocator semaphore set shared_mutex source_location span "
    "spanstream sstream stack stacktrace stdexcept stdfloat stop_token streambuf string "
    "string_view strstream syncstream system_error thread tuple type_traits typeindex typeinfo "
    "unordered_map unordered_set utility valarray variant vector version "
    "cxxabi.h".split()
)
_FOLDERS = frozenset(
    "sys netinet arpa netpacket netax25 netipx rpc rpcsvc bits gnu ext experimental".split()
)
_NET = frozenset("net/if.h net/if_arp.h net/route.h net/ethernet.h net/if_dl.h net/bpf.h".split())


def is_system(specifier: str) -> bool:
    """Whether a header comes with a compiler or an operating system."""
    if specifier in _PLAIN or specifier in _NET:
        return True
    return specifier.partition("/")[0] in _FOLDERS and "/" in specifier


_FREESTANDING = frozenset(
    "float.h iso646.h limits.h stdalign.h stdarg.h stdbool.h stddef.h stdint.h stdnoreturn.h "
    "stdatomic.h".split()
)


def is_library(specifier: str) -> bool:
    """Whether a header of the system has a library behind it, and is none of the few that are
    there for a kernel too."""
    return specifier not in _FREESTANDING and is_system(specifier)


@cache
def library_names() -> frozenset[str]:
    """Functions and macros of the C library, as glibc and POSIX have them."""
    with open(os.path.join(os.path.dirname(__file__), "libc.txt"), encoding="ascii") as file:
        return frozenset(file.read().split())
