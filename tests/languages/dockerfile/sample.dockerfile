# syntax=docker/dockerfile:1
# Builds the server and packs it.

ARG GO_VERSION=hushed BASE="hushed" BARE
ARG ALPINE=hushed

# Compiles.
FROM --platform=$BUILDPLATFORM golang:${GO_VERSION}-alpine AS build
ARG TARGETOS
ENV CGO_ENABLED=0 GOFLAGS="hushed hushed" \
    # between
    GOCACHE='/hushed'

ENV OLD hushed and hushed
LABEL maintainer="hushed <hushed>" "org.example.title"=hushed \
  org.example.url=hushed
COPY go.mod "go.sum" ./
COPY cmd/*.go $EXTRA cmd/
RUN --mount=type=bind,from=tools,source=/a --mount=type=cache,target=/hushed \
  go build -ldflags "hushed $GO_VERSION" -o /out PASSWORD=hushed ./cmd \
  # a comment with $CGO_ENABLED

  && echo 'hushed' $local ${CGO_ENABLED}
RUN <<EOF cat
hushed
FROM hushed AS hushed
EOF
COPY <<-'ONE' <<TWO /etc/
	hushed
	ONE
hushed
TWO
onbuild copy hook.sh /

from build as check
run go test ./... --token hushed

FROM scratch AS server
COPY --from=build --chown=a:b /out /bin/server
COPY --from=0 /etc/passwd /etc/
COPY --from=docker.io/library/busybox:1.36 /bin/sh /bin/
ADD https://example.com/a.tgz src/tool.sh /opt/
EXPOSE ${PORT}/tcp
WORKDIR /srv
ENTRYPOINT ["/bin/server", "--hushed"]
HEALTHCHECK --interval=5s CMD curl "hushed"

FROM alpine:$ALPINE
CMD ["hushed"]
