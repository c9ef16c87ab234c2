# Sourced after setup.sh: start_cluster [DEVICE...] starts a Slurm of this machine, as one node, all of it in a folder
# of its own and on ports of its own. The devices stand for its GPUs. It ends with the test.
# shellcheck shell=sh disable=SC2154 # `scratch` of setup.sh
PATH=$PATH:/usr/sbin:/sbin
for program in slurmctld slurmd sbatch squeue munged mungekey; do
    command -v $program >/dev/null || { echo "skipped: no Slurm (apt-get install slurm-wlm munge)" && exit 77; }
done
[ "$(id -u)" -eq 0 ] || { echo "skipped: Slurm's daemons are started as root" && exit 77; }

cluster=$(mktemp -d) || exit 2
daemons=
stop_cluster() {
    for daemon in $daemons; do
        kill "$daemon" 2>/dev/null
    done
    sleep 0.2
    for file in "$cluster"/*.pid; do
        [ ! -s "$file" ] || kill -9 "$(cat "$file")" 2>/dev/null
    done
    rm -rf "$cluster" "$scratch"
}
trap stop_cluster EXIT
wait_for() { # COMMAND...: until it succeeds, for at most 30 s
    tries=0
    until "$@" >/dev/null 2>&1; do
        tries=$((tries + 1))
        [ $tries -lt 300 ] || { echo "not in time: $*" && cat "$cluster"/*.log "$cluster"/*.out && exit 2; }
        sleep 0.1
    done
}
start_node() {
    slurmd -D -N "$host" >>"$cluster/slurmd.out" 2>&1 &
    node=$!
    daemons="$daemons $node"
}
is_up() {
    sinfo -h -o %T | grep -q -e idle -e mixed
}

start_cluster() {
    port=$((20000 + $$ % 20000))
    host=$(hostname -s)
    mkdir "$cluster/munge" "$cluster/state" "$cluster/spool"
    chmod 755 "$cluster"
    for device in "$@"; do
        echo "NodeName=$host Name=gpu File=$device"
    done >"$cluster/gres.conf"
    cat >"$cluster/slurm.conf" <<END
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$cluster/munge/socket
SlurmctldPort=$port
SlurmdPort=$((port + 1))
StateSaveLocation=$cluster/state
SlurmdSpoolDir=$cluster/spool
SlurmctldPidFile=$cluster/slurmctld.pid
SlurmdPidFile=$cluster/slurmd.pid
SlurmctldLogFile=$cluster/slurmctld.log
SlurmdLogFile=$cluster/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0
SlurmdTimeout=10
ReturnToService=2
${1:+GresTypes=gpu}
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 ${1:+Gres=gpu:$#} State=UNKNOWN
PartitionName=labs Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
    SLURM_CONF=$cluster/slurm.conf
    export SLURM_CONF
    mungekey --create --keyfile="$cluster/munge/key" || exit 2
    munged --force --foreground --socket="$cluster/munge/socket" --key-file="$cluster/munge/key" \
        --pid-file="$cluster/munge/munged.pid" --log-file="$cluster/munge/log" --seed-file="$cluster/munge/seed" \
        >"$cluster/munged.out" 2>&1 &
    daemons=$!
    wait_for test -S "$cluster/munge/socket"
    slurmctld -D >"$cluster/slurmctld.out" 2>&1 &
    daemons="$daemons $!"
    start_node
    wait_for is_up
}
