# The product as an image:
#   docker build --tag footfall-analytics .
#   docker run --publish 3000:3000 --volume footfall:/data footfall-analytics
# Any Debian with Node 20.19 or newer will do as NODE_IMAGE. PLACES=countries leaves out the data of cities (129 MB).
ARG NODE_IMAGE=docker.io/library/node:22-bookworm-slim

# The package as it is published. It is the same for every system, so it is made on the building one; with
# `--build-context packed=release` it is taken from a folder where it has been made already.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS packed
WORKDIR /source
COPY . .
RUN npm ci && npm run release:pack && mv release/footfall-analytics-*.tgz / && rm -rf /source /root/.npm

FROM ${NODE_IMAGE} AS installed
ARG PLACES=cities
WORKDIR /app
COPY --from=packed /footfall-analytics-*.tgz /tmp/
RUN case "$PLACES" in \
		cities) omitted= ;; \
		countries) omitted=--omit=peer ;; \
		*) echo "PLACES must be cities or countries" >&2; exit 78 ;; \
	esac \
	&& npm install --ignore-scripts --no-audit --no-fund $omitted /tmp/footfall-analytics-*.tgz \
	&& mv node_modules/footfall-analytics /product \
	&& rm -rf node_modules/.bin node_modules/.package-lock.json

FROM ${NODE_IMAGE}
# The engines change seldom: an update downloads the second of these layers alone.
COPY --from=installed /app/node_modules /app/node_modules
COPY --from=installed /product /app/node_modules/footfall-analytics
RUN ln -s /app/node_modules/footfall-analytics/bin/footfall.cjs /usr/local/bin/footfall \
	&& ln -s /app/node_modules/footfall-analytics/bin/health.cjs /usr/local/bin/footfall-health \
	&& install --directory --mode=700 --owner=10001 --group=10001 /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# By number, so that an orchestrator can see that it is not root.
USER 10001:10001
VOLUME /data
EXPOSE 3000
# A first start makes two databases. Loaders and backends answer on HEALTH_PORT.
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=3 CMD ["footfall-health"]
ENTRYPOINT ["footfall"]
CMD ["start"]
