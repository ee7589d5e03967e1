package shellop

// handler judges a command that a row alone does not describe. argv begins with the program.
type handler func(w *walker, name string, argv []word, st *state, in flow, at Span) flow

// handlers is the handler of a program; nil for one whose row says it all.
func handlers(name string) handler {
	if h := builtins(name); h != nil {
		return h
	}
	switch name {
	case "env", "cross-env", "cross-env-shell":
		return (*walker).env
	case "xargs", "gxargs":
		return (*walker).xargs
	case "find", "gfind", "bfs":
		return (*walker).find
	case "ps":
		return (*walker).ps
	case "cpio", "pax", "zip":
		return (*walker).packs
	case "fd", "fdfind":
		return (*walker).fd
	case "parallel", "sem":
		return (*walker).parallel
	case "watch", "entr", "watchexec":
		return (*walker).watch
	case "rm", "grm", "trash", "trash-put", "shred", "srm", "wipe", "unlink":
		return (*walker).rm
	case "chrt", "taskset", "prlimit":
		return (*walker).pinned
	case "sysctl":
		return (*walker).sysctl
	case "mkfs", "mkswap", "mke2fs", "mkfs.ext2", "mkfs.ext3", "mkfs.ext4", "mkfs.xfs", "mkfs.btrfs", "mkfs.vfat", "mkfs.fat", "mkfs.ntfs", "mkfs.f2fs":
		return (*walker).mkfs
	case "lsof":
		return (*walker).lsof
	case "ssh-keygen":
		return (*walker).sshKeygen
	case "mv", "gmv":
		return (*walker).mv
	case "cp", "gcp", "install", "ln":
		return (*walker).cp
	case "chmod", "chown", "chgrp", "chattr", "setfacl", "chflags":
		return (*walker).modes
	case "kill":
		return (*walker).kill
	case "pkill", "killall", "systemctl", "service", "launchctl", "supervisorctl", "pm2", "skill", "killall5", "launchd", "rc-service", "sv":
		return (*walker).service
	case "dd":
		return (*walker).dd
	case "tar", "gtar", "bsdtar":
		return (*walker).tar
	case "rsync":
		return (*walker).rsync
	default:
		return serviceHandlers(name)
	}
}

// serviceHandlers is the same for programs that reach other machines, run code or serve as tools of a project.
func serviceHandlers(name string) handler {
	switch name {
	case "git":
		return (*walker).git
	case "curl", "wget", "http", "https", "xh", "xhs", "curlie", "aria2c", "axel", "fetch", "lynx", "w3m", "links", "elinks":
		return (*walker).download
	case "ssh", "slogin", "autossh", "mosh":
		return (*walker).ssh
	case "scp", "pscp":
		return (*walker).scp
	case "nc", "ncat", "netcat", "socat", "telnet", "cryptcat":
		return (*walker).netcat
	case "sh", "bash", "dash", "zsh", "ksh", "mksh", "ash", "rbash", "yash", "oksh", "hush":
		return (*walker).shell
	case "busybox", "toybox":
		return (*walker).multicall
	case "base64", "base32", "basenc", "xxd", "gunzip", "zcat", "bunzip2", "bzcat", "xzcat", "unxz", "zstdcat", "unzstd", "uudecode", "openssl", "gpg", "gpg2", "rev", "lz4cat", "unzip", "gzip", "xz", "zstd", "bzip2", "brotli", "7z", "tr":
		return (*walker).decoder
	case "docker-compose", "podman-compose":
		return (*walker).compose
	case "docker", "podman", "nerdctl", "finch":
		return (*walker).docker
	case "kubectl", "oc", "k":
		return (*walker).kubectl
	case "aws", "gcloud", "az", "gsutil", "awslocal", "doctl", "hcloud", "linode-cli", "ibmcloud", "oci", "aliyun", "scw", "openstack", "fly", "flyctl", "heroku", "vercel", "netlify", "railway", "civo", "exo", "vultr-cli":
		return (*walker).cloud
	case "make", "gmake", "bmake", "remake", "just", "task", "npm", "pnpm", "yarn", "bun":
		return (*walker).build
	case "npx", "bunx":
		return (*walker).npx
	case "psql", "pgcli", "mysql", "mariadb", "mycli", "sqlite3", "sqlite", "litecli", "duckdb", "sqlcmd", "mssql-cli", "tsql":
		return (*walker).database
	case "gh":
		return (*walker).gh
	case "crontab", "at", "batch":
		return (*walker).later
	case "hostnamectl", "timedatectl", "loginctl", "ifconfig", "domainname", "mount", "route", "kubectx", "kubens", "iwconfig", "swapon", "arp":
		return (*walker).shows
	case "mktemp", "tempfile", "pwd", "date", "basename", "nproc", "uname", "whoami", "hostname", "id", "printenv", "getent":
		return (*walker).named1
	case "jq", "gojq", "jaq", "yq":
		return (*walker).filter
	case "split":
		return (*walker).split
	case "su", "script", "runuser", "flock":
		return (*walker).suScript
	case "cat", "tee", "head", "tail", "sort", "bat", "pv", "tac", "nl":
		return (*walker).copies
	}
	return toolHandlers(name)
}

// toolHandlers is the same for programs whose row lacks one thing.
func toolHandlers(name string) handler {
	switch name {
	case "convert", "magick", "identify", "mogrify", "composite", "montage", "gm", "display", "animate", "sox", "pdftotext", "pdftohtml", "ps2ascii":
		return (*walker).pictures
	case "rimraf", "del-cli":
		return (*walker).rimraf
	case "concurrently":
		return (*walker).concurrently
	case "exiftool":
		return (*walker).exiftool
	case "tmux":
		return (*walker).tmux
	case "ffmpeg":
		return (*walker).ffmpeg
	case "nix":
		return (*walker).nix
	case "nix-shell":
		return (*walker).nixShell
	case "cmake":
		return (*walker).cmake
	case "cargo":
		return (*walker).cargo
	case "coverage":
		return (*walker).coverage
	}
	return nil
}
