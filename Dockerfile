# --build-arg PREVIOUS=IMAGE: includes that image's scripts and styles, for pages that visitors still have open.
ARG PREVIOUS=none
# --build-arg START=hosted: for hosts whose volumes belong to root.
ARG START=site
FROM oven/bun:1.4.4-slim AS none
WORKDIR /app/dist
FROM ${PREVIOUS} AS previous

FROM oven/bun:1.4.4 AS build
WORKDIR /app
COPY package.json bun.lock bunfig.toml ./
COPY tools/patches tools/patches
RUN bun install --frozen-lockfile
COPY . .
COPY --from=previous /app/dist dist
RUN rm -rf dist/server && bun src/build.ts
# The bundle contains everything except four packages with files of their own, and the starter content; the command line tools run from it too.
RUN mkdir -p out/node_modules/@electric-sql out/src/app/api/swagger out/src/starter \
 && cp -r node_modules/@electric-sql/pglite out/node_modules/@electric-sql/pglite \
 && mkdir -p out/node_modules/@electric-sql/pglite-prepopulatedfs/dist \
 && (cd node_modules/@electric-sql/pglite-prepopulatedfs && cp --parents package.json dist/index.js dist/prepopulatedfs.tgz ../../../out/node_modules/@electric-sql/pglite-prepopulatedfs/) \
 && cp -r node_modules/swagger-ui-dist out/node_modules/swagger-ui-dist \
 && cp -r node_modules/sharp node_modules/@img node_modules/detect-libc node_modules/semver out/node_modules/ \
 && rm -rf out/node_modules/@electric-sql/pglite/src out/node_modules/swagger-ui-dist/*-es-* \
 && find out/node_modules \( -name '*.map' -o -name '*.tar.gz' -o -name '*.d.*ts' \) -delete \
 && find out/node_modules/@electric-sql out/node_modules/sharp -name '*.cjs' -delete \
 && cp src/app/api/swagger/start.js out/src/app/api/swagger/ \
 && cp -r src/starter/content src/starter/hints out/src/starter/ \
 && mkdir -p out/src/app/social && cp -r src/app/social/fonts out/src/app/social/fonts \
 && cp -r dist drizzle public locales LICENSE out/ \
 && sed -E 's#bun src/(admin-create|admin-reset|backup|restore)\.ts#bun dist/server/\1.js#' package.json > out/package.json

FROM oven/bun:1.4.4-slim AS site
WORKDIR /app
ENV NODE_ENV=production DATA_DIR=/data
RUN install -d -m 700 -o bun -g bun /data
COPY --from=build /app/out ./
USER bun
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=4s --start-period=20s --retries=3 \
  CMD ["bun", "-e", "const answer = await fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`); process.exit(answer.ok ? 0 : 1)"]
CMD ["bun", "dist/server/server.js"]

# Starts as root, hands the volume over, and continues as the same user.
FROM site AS hosted
USER root
ENTRYPOINT ["sh", "-c", "chown bun:bun \"$DATA_DIR\" && exec setpriv --reuid=bun --regid=bun --init-groups \"$@\"", "sh"]
CMD ["bun", "dist/server/server.js"]

FROM ${START}
