/*
 * An Ethernet switch between network namespaces, with faults. Each namespace named on the command line gets an interface
 * eth0 whose other end is here; a frame goes from one to another after the delay of that direction, unless it is lost or
 * the direction is cut. Hosts are numbered from 1; the last byte of a host's hardware address is its number.
 *
 * Standard input takes one command a line, answered by "ok": link FROM TO DELAY_US JITTER_US LOSS_PPM IS_CUT, where 0 as a
 * host means all. Its end, such as the death of the test, ends the switch and with it the interfaces.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <poll.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#define MOST_HOSTS 32
#define FRAME_BYTES 2048
/* More than this waits nowhere on a real path either: the rest is lost. */
#define MOST_WAITING 20000

struct link {
	int delay_us, jitter_us, loss_ppm, is_cut;
	/* Frames of one direction stay in order, as on one cable. */
	uint64_t last_due;
};

struct frame {
	uint64_t due, number;
	int to;
	size_t bytes;
	unsigned char content[FRAME_BYTES];
};

static int hosts;
static int taps[MOST_HOSTS + 1];
static struct link links[MOST_HOSTS + 1][MOST_HOSTS + 1];
static struct frame *heap[MOST_WAITING];
static int waiting;
static uint64_t frames;

static uint64_t now_us(void) {
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
}

static int is_before(const struct frame *one, const struct frame *other) {
	return one->due != other->due ? one->due < other->due : one->number < other->number;
}

static void push(struct frame *frame) {
	int at = waiting++;
	while (at > 0 && is_before(frame, heap[(at - 1) / 2])) {
		heap[at] = heap[(at - 1) / 2];
		at = (at - 1) / 2;
	}
	heap[at] = frame;
}

static struct frame *pop(void) {
	struct frame *first = heap[0], *last = heap[--waiting];
	int at = 0;
	for (;;) {
		int child = 2 * at + 1;
		if (child >= waiting) break;
		if (child + 1 < waiting && is_before(heap[child + 1], heap[child])) child++;
		if (!is_before(heap[child], last)) break;
		heap[at] = heap[child];
		at = child;
	}
	heap[at] = last;
	return first;
}

static void deliver(int to, const unsigned char *content, size_t bytes) {
	/* A host whose interface is down takes nothing, as it should. */
	if (write(taps[to], content, bytes) < 0) return;
}

static void forward(int from, int to, const unsigned char *content, size_t bytes) {
	struct link *link = &links[from][to];
	if (link->is_cut || (link->loss_ppm > 0 && rand() % 1000000 < link->loss_ppm)) return;
	if (link->delay_us == 0 && link->last_due <= now_us()) return deliver(to, content, bytes);
	if (waiting == MOST_WAITING) return;
	struct frame *frame = malloc(sizeof *frame);
	if (frame == NULL) return;
	int jitter_us = link->jitter_us > 0 ? rand() % link->jitter_us : 0;
	frame->due = now_us() + (uint64_t)(link->delay_us + jitter_us);
	if (frame->due < link->last_due) frame->due = link->last_due;
	link->last_due = frame->due;
	frame->number = frames++;
	frame->to = to;
	frame->bytes = bytes;
	memcpy(frame->content, content, bytes);
	push(frame);
}

static void receive(int from) {
	unsigned char content[FRAME_BYTES];
	ssize_t bytes;
	while ((bytes = read(taps[from], content, sizeof content)) >= 14) {
		int is_for_all = content[0] & 1;
		for (int to = 1; to <= hosts; to++)
			if (to != from && (is_for_all || content[5] == to)) forward(from, to, content, (size_t)bytes);
	}
}

static void obey(const char *line) {
	int from, to, delay_us, jitter_us, loss_ppm, is_cut;
	if (sscanf(line, "link %d %d %d %d %d %d", &from, &to, &delay_us, &jitter_us, &loss_ppm, &is_cut) != 6) {
		printf("what is: %s\n", line);
		return;
	}
	for (int one = 1; one <= hosts; one++)
		for (int other = 1; other <= hosts; other++)
			if ((from == 0 || from == one) && (to == 0 || to == other)) {
				struct link *link = &links[one][other];
				link->delay_us = delay_us;
				link->jitter_us = jitter_us;
				link->loss_ppm = loss_ppm;
				link->is_cut = is_cut;
			}
	printf("ok\n");
}

/* Returns 0 at the end of standard input. */
static int take_commands(void) {
	static char text[4096];
	static size_t length;
	ssize_t bytes = read(0, text + length, sizeof text - 1 - length);
	if (bytes <= 0) return 0;
	length += (size_t)bytes;
	text[length] = 0;
	char *end;
	while ((end = strchr(text, '\n')) != NULL) {
		*end = 0;
		obey(text);
		length -= (size_t)(end + 1 - text);
		memmove(text, end + 1, length + 1);
	}
	fflush(stdout);
	return 1;
}

static int open_tap(const char *name) {
	char path[256];
	snprintf(path, sizeof path, "/run/netns/%s", name);
	int space = open(path, O_RDONLY | O_CLOEXEC);
	if (space < 0 || setns(space, CLONE_NEWNET) < 0) return -1;
	close(space);
	int tap = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
	if (tap < 0) return -1;
	struct ifreq request;
	memset(&request, 0, sizeof request);
	request.ifr_flags = IFF_TAP | IFF_NO_PI;
	strcpy(request.ifr_name, "eth0");
	return ioctl(tap, TUNSETIFF, &request) < 0 ? -1 : tap;
}

int main(int count, char **names) {
	hosts = count - 1;
	if (hosts < 1 || hosts > MOST_HOSTS) return 2;
	int own = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
	for (int host = 1; host <= hosts; host++)
		if ((taps[host] = open_tap(names[host])) < 0) {
			fprintf(stderr, "%s: %s\n", names[host], strerror(errno));
			return 1;
		}
	/* Whatever happens to all of a host's processes must not happen to its switch. */
	if (own < 0 || setns(own, CLONE_NEWNET) < 0) {
		fprintf(stderr, "own namespace: %s\n", strerror(errno));
		return 1;
	}
	close(own);
	printf("ok\n");
	fflush(stdout);
	struct pollfd polled[MOST_HOSTS + 1];
	for (;;) {
		polled[0] = (struct pollfd){.fd = 0, .events = POLLIN};
		for (int host = 1; host <= hosts; host++)
			polled[host] = (struct pollfd){.fd = taps[host], .events = POLLIN};
		struct timespec patience = {.tv_sec = 1};
		if (waiting > 0) {
			uint64_t now = now_us(), left = heap[0]->due > now ? heap[0]->due - now : 0;
			if (left < 1000000) patience = (struct timespec){.tv_nsec = (long)left * 1000};
		}
		if (ppoll(polled, (nfds_t)hosts + 1, &patience, NULL) < 0 && errno != EINTR) return 1;
		if (polled[0].revents != 0 && !take_commands()) return 0;
		for (int host = 1; host <= hosts; host++)
			if (polled[host].revents & POLLIN) receive(host);
		while (waiting > 0 && heap[0]->due <= now_us()) {
			struct frame *frame = pop();
			deliver(frame->to, frame->content, frame->bytes);
			free(frame);
		}
	}
}
