import path from 'node:path'

/** Variables of a machine and its user: shell, language, display, proxies and certificates. */
const OF_THE_MACHINE = new RegExp(
  [
    '^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_.+|TZ|TERM|TMPDIR|DEBIAN_FRONTEND)$',
    '^(DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|XDG_.+|DBUS_SESSION_BUS_ADDRESS)$',
    '^(https?_proxy|no_proxy|all_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)|CURL_CA_BUNDLE|GIT_SSL_CAINFO)$',
    '^(SystemRoot|SystemDrive|windir|ComSpec|PATHEXT|TEMP|TMP|APPDATA|LOCALAPPDATA|USERPROFILE|ProgramFiles.*|ProgramData)$',
  ].join('|'),
  'i',
)

/** Folders that npm adds while it runs a script: a user's shell has none of them. */
const isOfNpm = (folder: string) => /[\\/]node_modules[\\/]\.bin$|[\\/]node-gyp-bin$/.test(folder)

/**
 * Environment of a terminal that a user has just opened, with some variables of the test's own. Programs of users run in it: NODE_ENV
 * and other variables of the test runner make SDKs and Halyard behave as they do nowhere else.
 */
export function userEnvironment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const own = Object.entries(process.env).flatMap(([name, value]) =>
    value !== undefined && OF_THE_MACHINE.test(name) ? [[name, value] as const] : [],
  )
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  const PATH = folders.filter((folder) => !isOfNpm(folder)).join(path.delimiter)
  return { ...Object.fromEntries(own), PATH, ...more }
}
