/*
 * A file layer that forgets what was not synced, for LD_PRELOAD. Writes to the files under FORGETFUL_DIRECTORY (but
 * locks) go through, and what they overwrite is noted in a file of the folder FORGETFUL_LOG until a sync of the file
 * succeeds; a write through a descriptor opened with O_DSYNC is a write and a sync. Undoing the log after a kill leaves
 * the files as a power cut could have left them. A new file has a note too, until its folder is synced: its name may be
 * forgotten.
 *
 * The first byte of FORGETFUL_FAULT, if that file is there, makes calls fail: e = writes with EIO,
 * n = writes that would make the file larger with ENOSPC, s = syncs with EIO, i = syncs do nothing and say that
 * they did, c = the next sync never comes to an end, because the process is killed in it.
 *
 * Notes are named by the file's path with % for /. A log entry: offset, length of what was written, length of what was
 * there, file size before (64 bits each, native order), then what was there. A new file's note ends with .new.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#define MAX_DESCRIPTORS 4096
enum { OTHER, PLAIN, DURABLE, FOLDER };

static char kinds[MAX_DESCRIPTORS];
static char *paths[MAX_DESCRIPTORS];
static int logs[MAX_DESCRIPTORS];
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

/* Where a file's note is kept. */
static void note_path(char *target, const char *path, const char *suffix) {
	char name[PATH_MAX];
	size_t length = strlen(path);
	for (size_t index = 0; index <= length; index++) name[index] = path[index] == '/' ? '%' : path[index];
	snprintf(target, PATH_MAX, "%s/%s%s", getenv("FORGETFUL_LOG"), name, suffix);
}

static void note_all(int log_descriptor, const void *bytes, size_t length) {
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
	int reader = REAL(open_call, "open64")(paths[descriptor], O_RDONLY | O_CLOEXEC);
	char *before = malloc(length + 1);
	if (reader < 0 || !before) abort();
	ssize_t there = pread64(reader, before, length, offset);
	REAL(close_call, "close")(reader);
	if (there < 0) there = 0;
	uint64_t head[4] = {(uint64_t)offset, length, (uint64_t)there, (uint64_t)size_of(descriptor)};
	note_all(logs[descriptor], head, sizeof head);
	note_all(logs[descriptor], before, there);
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
	note(descriptor, offset, length);
	return 1;
}

/* The names in a folder are durable. */
static void keep_names(const char *folder) {
	char prefix[PATH_MAX], note[PATH_MAX];
	note_path(prefix, folder, "%");
	const char *start = strrchr(prefix, '/') + 1;
	DIR *notes = opendir(getenv("FORGETFUL_LOG"));
	for (struct dirent *entry; notes && (entry = readdir(notes));) {
		const char *rest = entry->d_name + strlen(start);
		if (strncmp(entry->d_name, start, strlen(start)) != 0 || strchr(rest, '%')) continue;
		if (strlen(rest) < 4 || strcmp(rest + strlen(rest) - 4, ".new") != 0) continue;
		snprintf(note, PATH_MAX, "%s/%s", getenv("FORGETFUL_LOG"), entry->d_name);
		unlink(note);
	}
	if (notes) closedir(notes);
}

/* What a sync comes to. The real one is left out: nothing here depends on the machine's own disk, and tests are faster. */
static int synced(int descriptor) {
	char problem = fault();
	if (problem == 'c') kill(getpid(), SIGKILL);
	if (problem == 's') {
		errno = EIO;
		return -1;
	}
	/* As long as a disk takes: a kill often falls into it. */
	usleep(3000);
	pthread_mutex_lock(&lock);
	if (problem != 'i' && kind_of(descriptor) == FOLDER) keep_names(paths[descriptor]);
	else if (problem != 'i' && ftruncate64(logs[descriptor], 0) != 0) abort();
	pthread_mutex_unlock(&lock);
	return 0;
}

/* What a write comes to, with its sync where the descriptor asks for one. */
static ssize_t finish(int descriptor, ssize_t written) {
	pthread_mutex_unlock(&lock);
	return written > 0 && kind_of(descriptor) == DURABLE && synced(descriptor) != 0 ? -1 : written;
}

static size_t sum(const struct iovec *parts, int count) {
	size_t length = 0;
	for (int index = 0; index < count; index++) length += parts[index].iov_len;
	return length;
}

static int is_kept(const char *path) {
	const char *folder = getenv("FORGETFUL_DIRECTORY");
	return folder && strncmp(path, folder, strlen(folder)) == 0 && !strstr(path, ".lock");
}

static int exists(const char *path) {
	struct stat64 about;
	return stat64(path, &about) == 0;
}

static int opened(int descriptor, const char *path, int flags, int is_new) {
	char note[PATH_MAX];
	struct stat64 about;
	if (descriptor < 0 || descriptor >= MAX_DESCRIPTORS) return descriptor;
	kinds[descriptor] = OTHER;
	if (!is_kept(path) || fstat64(descriptor, &about) != 0) return descriptor;
	if (S_ISDIR(about.st_mode)) kinds[descriptor] = FOLDER;
	else if ((flags & O_ACCMODE) != O_RDONLY) {
		kinds[descriptor] = (flags & O_DSYNC) ? DURABLE : PLAIN;
		note_path(note, path, "");
		logs[descriptor] = REAL(open_call, "open64")(note, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
		if (logs[descriptor] < 0) abort();
	}
	if (is_new) {
		note_path(note, path, ".new");
		REAL(close_call, "close")(REAL(open_call, "open64")(note, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
	}
	paths[descriptor] = strdup(path);
	return descriptor;
}

#define OPEN(name) \
	int name(const char *path, int flags, ...) { \
		va_list rest; \
		va_start(rest, flags); \
		int mode = (flags & O_CREAT) ? va_arg(rest, int) : 0; \
		va_end(rest); \
		int is_new = (flags & O_CREAT) && is_kept(path) && !exists(path); \
		return opened(REAL(open_call, #name)(path, flags, mode), path, flags, is_new); \
	}
OPEN(open)
OPEN(open64)

int close(int descriptor) {
	if (descriptor >= 0 && descriptor < MAX_DESCRIPTORS && kinds[descriptor] != OTHER) {
		if (kinds[descriptor] != FOLDER) REAL(close_call, "close")(logs[descriptor]);
		kinds[descriptor] = OTHER;
		free(paths[descriptor]);
	}
	return REAL(close_call, "close")(descriptor);
}

ssize_t write(int descriptor, const void *bytes, size_t length) {
	write_call real = REAL(write_call, "write");
	if (kind_of(descriptor) == OTHER) return real(descriptor, bytes, length);
	if (!begin(descriptor, position_of(descriptor), length)) return -1;
	return finish(descriptor, real(descriptor, bytes, length));
}

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
	writev_call real = REAL(writev_call, "writev");
	if (kind_of(descriptor) == OTHER) return real(descriptor, parts, count);
	if (!begin(descriptor, position_of(descriptor), sum(parts, count))) return -1;
	return finish(descriptor, real(descriptor, parts, count));
}

#define PWRITE(name) \
	ssize_t name(int descriptor, const void *bytes, size_t length, off64_t offset) { \
		pwrite_call real = REAL(pwrite_call, #name); \
		if (kind_of(descriptor) == OTHER) return real(descriptor, bytes, length, offset); \
		if (!begin(descriptor, offset, length)) return -1; \
		return finish(descriptor, real(descriptor, bytes, length, offset)); \
	}
PWRITE(pwrite)
PWRITE(pwrite64)

#define PWRITEV(name) \
	ssize_t name(int descriptor, const struct iovec *parts, int count, off64_t offset) { \
		pwritev_call real = REAL(pwritev_call, #name); \
		if (kind_of(descriptor) == OTHER) return real(descriptor, parts, count, offset); \
		if (!begin(descriptor, offset, sum(parts, count))) return -1; \
		return finish(descriptor, real(descriptor, parts, count, offset)); \
	}
PWRITEV(pwritev)
PWRITEV(pwritev64)

#define SYNC(name) \
	int name(int descriptor) { \
		return kind_of(descriptor) == OTHER ? REAL(sync_call, #name)(descriptor) : synced(descriptor); \
	}
SYNC(fsync)
SYNC(fdatasync)
