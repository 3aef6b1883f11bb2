# The command line and the sandbox as an image: docs/integrations.md, "Docker".
FROM node:24.22.3-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY packages packages
COPY services services
COPY tools/ensure.mjs tools/ensure.mjs
COPY tools/lib/lock.mjs tools/lib/lock.mjs
RUN node tools/ensure.mjs
COPY . .
RUN npm run package:npm
RUN npm install --global --prefix /opt/rulebook --offline --ignore-scripts --no-audit --no-fund ./dist/rulebook-http-*.tgz

FROM node:24.22.3-slim
COPY --from=build /opt/rulebook /opt/rulebook
ENV PATH=/opt/rulebook/bin:$PATH
USER node
WORKDIR /work
ENTRYPOINT ["rulebook"]
CMD ["--help"]
