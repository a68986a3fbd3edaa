# The client is built with all dependencies, the site runs with those of production.
FROM oven/bun:1.4.4 AS build
WORKDIR /app
COPY package.json bun.lock bunfig.toml ./
RUN bun install --frozen-lockfile
COPY . .
RUN bun src/build.ts

FROM oven/bun:1.4.4 AS dependencies
WORKDIR /app
COPY package.json bun.lock bunfig.toml ./
RUN bun install --frozen-lockfile --production

FROM oven/bun:1.4.4-slim
WORKDIR /app
ENV NODE_ENV=production DATA_DIR=/data
RUN mkdir /data && chown bun:bun /data
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json bunfig.toml tsconfig.json LICENSE ./
COPY src ./src
COPY drizzle ./drizzle
COPY locales ./locales
COPY public ./public
USER bun
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=4s --start-period=20s --retries=3 \
  CMD ["bun", "-e", "const answer = await fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`); process.exit(answer.ok ? 0 : 1)"]
CMD ["bun", "src/server.ts"]
