import path from 'node:path'

import { ownValue } from '#shared/own-value.ts'
import { defaultDataDir } from './config.ts'
import { EDGE_OPTIONS, type EdgeMode, type EdgeOption } from './edge-options.ts'
import { SETTINGS } from './settings.ts'

type Environment = NodeJS.ProcessEnv

/** Option of Edge that is set and does not do here what it does there. */
export interface EdgeNotice {
  option: string
  /** `warn`: something has to be done. */
  level: 'warn' | 'info'
  text: string
}

const isOn = (text: string | undefined) => /^(true|yes|on|1)$/i.test(text ?? '')
const isSet = (text: string | undefined): text is string => text !== undefined && text !== ''

/** Levels of Edge's log, from the least to the most detailed, as Halyard names them. */
const LEVELS = ['off', 'error', 'warn', 'info', 'debug', 'trace'] as const
const NAMES_OF_LEVELS: Readonly<Record<string, string>> = { off: 'silent', trace: 'debug' }

/** Level of a filter such as `warn,unleash_edge=debug`; undefined: it names none. */
function levelOf(filter: string): string | undefined {
  const said = filter
    .toLowerCase()
    .split(/[,=]/)
    .map((part) => part.trim())
  const level = LEVELS.findLast((one) => said.includes(one))
  return level === undefined ? undefined : (NAMES_OF_LEVELS[level] ?? level)
}

/** Addresses of proxies, which count if the switch is on. */
const proxiesOf = ({ TRUST_PROXY, PROXY_TRUSTED_SERVERS }: Environment): string | undefined =>
  isOn(TRUST_PROXY) ? PROXY_TRUSTED_SERVERS || '0.0.0.0/0,::/0' : undefined

/**
 * Variables of Halyard for those of Edge, and for its defaults. Variables of the upstream need none: settings have their names. What
 * Edge's names say counts before HALYARD_*.
 */
export function edgeEnvironment(env: Environment, mode: EdgeMode): Environment {
  const folder = mode === 'edge' ? env['BACKUP_FOLDER'] : undefined
  const level = isSet(env['RUST_LOG']) ? levelOf(env['RUST_LOG']) : undefined
  const logLevel = env['LOG_LEVEL'] || env['HALYARD_LOG_LEVEL'] || level
  const defaults: Environment = {
    HALYARD_PORT: '3063',
    HALYARD_HOST: '0.0.0.0',
    HALYARD_ALLOWED_HOSTS: '*',
    HALYARD_SERVER_METRICS: 'all',
    // beside the folder of an instance with flags of its own
    HALYARD_DATA_DIR: `${path.normalize(defaultDataDir(env))}-${mode}`,
  }
  const said: Environment = {
    HALYARD_PORT: env['PORT'],
    HALYARD_HOST: env['INTERFACE'],
    BASE_URI_PATH: env['BASE_PATH'],
    HALYARD_DATA_DIR: folder,
    HALYARD_TRUSTED_PROXIES: proxiesOf(env),
    HALYARD_ALLOWED_CLIENTS: env['ALLOW_LIST'],
    HALYARD_DENIED_CLIENTS: env['DENY_LIST'],
    HALYARD_AUTH_HEADER: env['TOKEN_HEADER'] || env['EDGE_AUTH_HEADER'],
    UNLEASH_FRONTEND_API_ORIGINS: env['CORS_ORIGIN'],
    HALYARD_LOG_LEVEL: logLevel,
    HALYARD_UPSTREAM_APP_NAME: env['APP_NAME'],
    HALYARD_UPSTREAM_INSTANCE_ID: env['INSTANCE_ID'],
    HALYARD_SERVER_METRICS: isOn(env['DISABLE_METRICS_ENDPOINT']) ? 'off' : undefined,
    ...(mode === 'offline'
      ? { CLIENT_TOKENS: [env['TOKENS'], env['CLIENT_TOKENS']].filter(isSet).join(',') }
      : {}),
  }
  const others = new Set(
    EDGE_OPTIONS.filter((option) => option.mode !== undefined && option.mode !== mode).flatMap(
      ({ names }) => names,
    ),
  )
  return {
    ...defaults,
    ...Object.fromEntries(Object.entries(env).filter(([name, text]) => isSet(text) && !others.has(name))),
    ...Object.fromEntries(Object.entries(said).filter(([, text]) => isSet(text))),
  }
}

/** Says of each option of Edge in the environment that does not do what it does there. `mode`: undefined for `halyard serve`. */
export function edgeNotices(env: Environment, mode: EdgeMode | undefined): EdgeNotice[] {
  // others have variables of these names, too
  const isEdge = mode !== undefined || isSet(env['UPSTREAM_URL']) || isSet(env['BOOTSTRAP_FILE'])
  if (!isEdge) return []
  return EDGE_OPTIONS.flatMap((option) =>
    option.names.flatMap((name) => noticeOf(env, { mode, option, name }) ?? []),
  )
}

function noticeOf(
  env: Environment,
  { mode, option, name }: { mode: EdgeMode | undefined; option: EdgeOption; name: string },
): EdgeNotice | undefined {
  const text = ownValue(env, name)
  if (!isSet(text) || (option.isSwitch && !isOn(text))) return undefined
  const warning = (what: string): EdgeNotice => ({ option: name, level: 'warn', text: what })
  if (mode !== undefined && option.mode !== undefined && option.mode !== mode)
    return warning(`Only \`halyard ${option.mode}\` reads it.`)
  if (option.instead !== undefined) return warning(option.instead)
  const { setting } = option
  if (setting === undefined) return { option: name, level: 'info', text: `Not needed: ${option.note}` }
  if (mode === undefined && option.isOfServer)
    return warning(
      `\`halyard serve\` does not read it. Use \`halyard edge\` or \`halyard offline\`, or the variable ${SETTINGS[setting].variables[0]}.`,
    )
  if (name === 'PROXY_TRUSTED_SERVERS' && !isOn(env['TRUST_PROXY']))
    return warning('It counts with TRUST_PROXY=true only.')
  if (name === 'BOOTSTRAP_FILE' && mode === undefined && isSet(env['UPSTREAM_URL']))
    return warning('UPSTREAM_URL is followed, and no file. Set one of the two.')
  if (name === 'RUST_LOG' && levelOf(text) === undefined)
    return warning('It names no level. Set LOG_LEVEL to error, warn, info or debug.')
  return undefined
}
