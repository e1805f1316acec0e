/*
 * A file layer that forgets what was not synced, for LD_PRELOAD. Writes to the file named by FORGETFUL_FILE
 * go through, and what they overwrite is noted in FORGETFUL_LOG until a sync of the file succeeds; a write
 * through a descriptor opened with O_DSYNC is durable at once. Undoing the log after a kill leaves the file as
 * a power cut could have left it.
 *
 * The first byte of FORGETFUL_FAULT, if that file is there, makes calls fail: e = writes with EIO,
 * n = writes that would make the file larger with ENOSPC, s = syncs with EIO, i = syncs do nothing and say that
 * they did, c = the next sync never comes to an end, because the process is killed in it.
 *
 * A log entry: offset, length of what was written, length of what was there, file size before (64 bits each,
 * native order), then what was there.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define MAX_DESCRIPTORS 4096
enum { OTHER, PLAIN, DURABLE };

static char kinds[MAX_DESCRIPTORS];
static int log_descriptor = -1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

typedef int (*open_call)(const char *, int, ...);
typedef int (*close_call)(int);
typedef int (*sync_call)(int);
typedef ssize_t (*write_call)(int, const void *, size_t);
typedef ssize_t (*pwrite_call)(int, const void *, size_t, off64_t);
typedef ssize_t (*writev_call)(int, const struct iovec *, int);
typedef ssize_t (*pwritev_call)(int, const struct iovec *, int, off64_t);

#define REAL(type, name) ((type)dlsym(RTLD_NEXT, name))

static char kind_of(int descriptor) {
	return descriptor >= 0 && descriptor < MAX_DESCRIPTORS ? kinds[descriptor] : OTHER;
}

static char fault(void) {
	const char *path = getenv("FORGETFUL_FAULT");
	char name = 0;
	int descriptor = path ? REAL(open_call, "open64")(path, O_RDONLY | O_CLOEXEC) : -1;
	if (descriptor < 0) return 0;
	if (read(descriptor, &name, 1) != 1) name = 0;
	REAL(close_call, "close")(descriptor);
	return name;
}

static void note_all(const void *bytes, size_t length) {
	write_call real = REAL(write_call, "write");
	while (length > 0) {
		ssize_t written = real(log_descriptor, bytes, length);
		if (written <= 0) abort();
		bytes = (const char *)bytes + written;
		length -= written;
	}
}

static off64_t size_of(int descriptor) {
	struct stat64 about;
	if (fstat64(descriptor, &about) != 0) abort();
	return about.st_size;
}

/* Where a write without an offset goes. */
static off64_t position_of(int descriptor) {
	int flags = fcntl(descriptor, F_GETFL);
	return (flags & O_APPEND) ? size_of(descriptor) : lseek64(descriptor, 0, SEEK_CUR);
}

/* Called with the lock held, before the file changes. */
static void note(int descriptor, off64_t offset, size_t length) {
	int reader = REAL(open_call, "open64")(getenv("FORGETFUL_FILE"), O_RDONLY | O_CLOEXEC);
	char *before = malloc(length + 1);
	if (reader < 0 || !before) abort();
	ssize_t there = pread64(reader, before, length, offset);
	REAL(close_call, "close")(reader);
	if (there < 0) there = 0;
	uint64_t head[4] = {(uint64_t)offset, length, (uint64_t)there, (uint64_t)size_of(descriptor)};
	note_all(head, sizeof head);
	note_all(before, there);
	free(before);
}

/* Whether the write may go on. */
static int begin(int descriptor, off64_t offset, size_t length) {
	char name = fault();
	pthread_mutex_lock(&lock);
	int grows = offset + (off64_t)length > size_of(descriptor);
	if (name == 'e' || (name == 'n' && grows)) {
		pthread_mutex_unlock(&lock);
		errno = name == 'e' ? EIO : ENOSPC;
		return 0;
	}
	if (kind_of(descriptor) == PLAIN) note(descriptor, offset, length);
	return 1;
}

static void end(void) { pthread_mutex_unlock(&lock); }

static size_t sum(const struct iovec *parts, int count) {
	size_t length = 0;
	for (int index = 0; index < count; index++) length += parts[index].iov_len;
	return length;
}

static int opened(int descriptor, const char *path, int flags) {
	const char *file = getenv("FORGETFUL_FILE");
	if (descriptor < 0 || descriptor >= MAX_DESCRIPTORS) return descriptor;
	kinds[descriptor] = OTHER;
	if (!file || strcmp(path, file) != 0 || (flags & O_ACCMODE) == O_RDONLY) return descriptor;
	if (log_descriptor < 0)
		log_descriptor = REAL(open_call, "open64")(getenv("FORGETFUL_LOG"),
			O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	if (log_descriptor < 0) abort();
	kinds[descriptor] = (flags & O_DSYNC) ? DURABLE : PLAIN;
	return descriptor;
}

#define OPEN(name) \
	int name(const char *path, int flags, ...) { \
		va_list rest; \
		va_start(rest, flags); \
		int mode = (flags & O_CREAT) ? va_arg(rest, int) : 0; \
		va_end(rest); \
		return opened(REAL(open_call, #name)(path, flags, mode), path, flags); \
	}
OPEN(open)
OPEN(open64)

int close(int descriptor) {
	if (descriptor >= 0 && descriptor < MAX_DESCRIPTORS) kinds[descriptor] = OTHER;
	return REAL(close_call, "close")(descriptor);
}

ssize_t write(int descriptor, const void *bytes, size_t length) {
	write_call real = REAL(write_call, "write");
	if (kind_of(descriptor) == OTHER) return real(descriptor, bytes, length);
	if (!begin(descriptor, position_of(descriptor), length)) return -1;
	ssize_t written = real(descriptor, bytes, length);
	end();
	return written;
}

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
	writev_call real = REAL(writev_call, "writev");
	if (kind_of(descriptor) == OTHER) return real(descriptor, parts, count);
	if (!begin(descriptor, position_of(descriptor), sum(parts, count))) return -1;
	ssize_t written = real(descriptor, parts, count);
	end();
	return written;
}

#define PWRITE(name) \
	ssize_t name(int descriptor, const void *bytes, size_t length, off64_t offset) { \
		pwrite_call real = REAL(pwrite_call, #name); \
		if (kind_of(descriptor) == OTHER) return real(descriptor, bytes, length, offset); \
		if (!begin(descriptor, offset, length)) return -1; \
		ssize_t written = real(descriptor, bytes, length, offset); \
		end(); \
		return written; \
	}
PWRITE(pwrite)
PWRITE(pwrite64)

#define PWRITEV(name) \
	ssize_t name(int descriptor, const struct iovec *parts, int count, off64_t offset) { \
		pwritev_call real = REAL(pwritev_call, #name); \
		if (kind_of(descriptor) == OTHER) return real(descriptor, parts, count, offset); \
		if (!begin(descriptor, offset, sum(parts, count))) return -1; \
		ssize_t written = real(descriptor, parts, count, offset); \
		end(); \
		return written; \
	}
PWRITEV(pwritev)
PWRITEV(pwritev64)

/* The real call is left out: nothing here depends on the machine's own disk, and tests are faster for it. */
#define SYNC(name) \
	int name(int descriptor) { \
		if (kind_of(descriptor) == OTHER) return REAL(sync_call, #name)(descriptor); \
		char problem = fault(); \
		if (problem == 'c') kill(getpid(), SIGKILL); \
		if (problem == 's') { \
			errno = EIO; \
			return -1; \
		} \
		/* As long as a disk takes: a kill often falls into it. */ \
		usleep(3000); \
		pthread_mutex_lock(&lock); \
		if (problem != 'i' && ftruncate64(log_descriptor, 0) != 0) abort(); \
		pthread_mutex_unlock(&lock); \
		return 0; \
	}
SYNC(fsync)
SYNC(fdatasync)
