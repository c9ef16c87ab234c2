# The course's tools, without the course: that is a mounted folder, so that your files and the build stay on your disk.
#
#     docker build -t labs .
#     docker run -it --rm -u "$(id -u):$(id -g)" -v "$PWD":/course labs ./lab watch
#
# docs/elsewhere.md says more. The packages are those that ./lab would install; a test compares the lists.
FROM debian:12
RUN apt-get update \
    && apt-get install -y --no-install-recommends \
        cmake ninja-build g++ libdw-dev libcmocka-dev libjansson-dev libseccomp-dev \
        $([ "$(dpkg --print-architecture)" = amd64 ] || echo libboost-context-dev) \
    && rm -rf /var/lib/apt/lists/*
# The default, where -u names no other. The container's system is not to be changed by a student's program.
USER 1000:1000
WORKDIR /course
