/** Parameters that a database may be named with. Others, such as `host` or `sslkey`, could lead elsewhere or read files. */
const PARAMETERS: readonly string[] = ['schema', 'pool', 'sslmode']
const EXAMPLE = 'postgres://user@host:5432/database'

/** Describes the problem of the URL of a database; undefined: none. */
export function problemOfDatabaseUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (
    !url ||
    !/^postgres(ql)?:$/.test(url.protocol) ||
    url.hostname === '' ||
    !/^\/[^/]+$/.test(url.pathname)
  )
    return `Enter a URL such as ${EXAMPLE}.`
  const other = [...url.searchParams.keys()].find((name) => !PARAMETERS.includes(name))
  if (other !== undefined)
    return `The parameter ${other} is not supported here. Use ${PARAMETERS.join(', ')}, or "halyard move".`
  return undefined
}
