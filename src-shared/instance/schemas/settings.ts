import { z } from 'zod'

import { SETTING_SECTIONS, type SettingSection } from '../rules/setting-sections.ts'
import { SETTING_SOURCES } from './database.ts'
import { MANY, mapOf } from '../../schemas/bounded.ts'

const SECTIONS = Object.keys(SETTING_SECTIONS) as [SettingSection, ...SettingSection[]]

/** Way to enter a setting in the window. */
export const SettingInput = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text') }),
  z.object({ kind: z.literal('password') }),
  z.object({ kind: z.literal('number'), min: z.number(), max: z.number() }),
  z.object({ kind: z.literal('choice'), options: z.array(z.string()) }),
])
export type SettingInput = z.output<typeof SettingInput>

const Key = z.string().max(100)
const Text = z.string().max(2000)

export const InstanceSetting = z
  .object({
    key: Key.meta({ description: 'Name in the settings file; that of a limit begins with `limits.`.' }),
    section: z.enum(SECTIONS),
    title: z.string(),
    help: z.string(),
    default: z.string().meta({ description: 'Default, in words.' }),
    source: z.enum(SETTING_SOURCES).meta({ description: '`none`: the default.' }),
    isSecret: z.boolean(),
    value: z.string().nullable().meta({ description: 'Value in use. Null: none, or a secret.' }),
    stored: z
      .string()
      .nullable()
      .meta({ description: 'Value in the settings file, which counts from the next start. Null: none.' }),
    needsRestart: z.boolean().meta({ description: 'The next start will use another value.' }),
    variables: z.array(z.string()).meta({ description: 'Variables of the environment that set it.' }),
    flag: z.string().nullable().meta({ description: 'Option of the command line that sets it.' }),
    input: SettingInput.nullable().meta({
      description: 'Way to enter it. Null: it is not changed over the API.',
    }),
    page: z.string().nullable().meta({ description: 'Page of the window that sets the same, at once.' }),
  })
  .meta({ id: 'instanceSettingSchema' })
export type InstanceSetting = z.output<typeof InstanceSetting>

export const InstanceSettings = z
  .object({
    file: z.string().meta({ description: 'Settings file, whether it is there or not.' }),
    problem: z
      .string()
      .nullable()
      .meta({ description: 'Reason that the file cannot be read, or could not be written.' }),
    settings: z.array(InstanceSetting),
  })
  .meta({ id: 'instanceSettingsSchema' })
export type InstanceSettings = z.output<typeof InstanceSettings>

/** At most as many as there are settings, and more. */
const MAX_SETTINGS = 200

export const SetInstanceSettings = z
  .object({
    settings: mapOf(Key, Text.nullable(), MANY)
      .refine((settings) => Object.keys(settings).length <= MAX_SETTINGS, 'has too many settings')
      .meta({ description: 'Values by key, as text. Null removes a setting from the file.' }),
  })
  .meta({ id: 'setInstanceSettingsSchema' })
