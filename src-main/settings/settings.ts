import { z } from 'zod'

import type { Limits } from '#kernel/limits.ts'
import { EMAIL_SETTINGS } from './email-settings.ts'
import { LIMIT_SETTINGS } from './limit-settings.ts'
import { MIRROR_SETTINGS } from './mirror-settings.ts'
import { NETWORK_SETTINGS } from './network-settings.ts'
import { OUTBOUND_SETTINGS } from './outbound-settings.ts'
import type { SettingNode } from './setting-node.ts'
import { START_SETTINGS } from './start-settings.ts'
import { STORAGE_SETTINGS } from './storage-settings.ts'
import { TELEMETRY_SETTINGS } from './telemetry-settings.ts'
import { VERSION_SETTINGS } from './version-settings.ts'
import { WORK_SETTINGS } from './work-settings.ts'

/** Every setting but the limits, by its name in the settings file. */
export const SETTINGS = {
  ...NETWORK_SETTINGS,
  ...OUTBOUND_SETTINGS,
  ...VERSION_SETTINGS,
  ...STORAGE_SETTINGS,
  ...START_SETTINGS,
  ...MIRROR_SETTINGS,
  ...WORK_SETTINGS,
  ...EMAIL_SETTINGS,
  ...TELEMETRY_SETTINGS,
}
export type SettingName = keyof typeof SETTINGS

type Shape = { [Name in SettingName]: (typeof SETTINGS)[Name]['schema'] }
type LimitShape = { [Name in keyof Limits]: (typeof LIMIT_SETTINGS)[number][1]['schema'] }

const schemasOf = (nodes: readonly (readonly [string, SettingNode])[]) =>
  Object.fromEntries(nodes.map(([name, { schema }]) => [name, schema]))

/** Schema of the settings: the names are those of the settings file. */
export const Settings = z.strictObject({
  ...(schemasOf(Object.entries(SETTINGS)) as Shape),
  limits: z.strictObject(schemasOf(LIMIT_SETTINGS) as LimitShape).default({}),
})

/** Schema of the settings of outgoing connections alone. */
export const OutboundSettings = Settings.pick(
  Object.fromEntries(Object.keys(OUTBOUND_SETTINGS).map((name) => [name, true])) as Record<
    keyof typeof OUTBOUND_SETTINGS,
    true
  >,
)

/** Begins the key of a limit. */
const LIMIT_PREFIX = 'limits.'

/** Setting by its key, such as `port` or `limits.segments`. */
export interface KeyedSetting {
  key: string
  /** Path of its value in the settings file. */
  path: readonly [string] | readonly ['limits', string]
  node: SettingNode
}

/** Every setting, the limits too, in the order of their declarations. */
export const ALL_SETTINGS: readonly KeyedSetting[] = [
  ...Object.entries<SettingNode>(SETTINGS).map(([key, node]): KeyedSetting => ({ key, path: [key], node })),
  ...LIMIT_SETTINGS.map(([name, node]): KeyedSetting => ({
    key: `${LIMIT_PREFIX}${name}`,
    path: ['limits', name],
    node,
  })),
]
