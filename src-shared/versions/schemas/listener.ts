import { z } from 'zod'

import { readContractVersion } from '../rules/contract-version.ts'
import { Name } from '../../schemas/bounded.ts'

/** A version of the contract as people write it: `6`, `6.9` or `6.9.0`. */
const VersionInput = Name.refine(
  (text) => readContractVersion(text) !== undefined,
  'must be a version from 3 to 8, such as 6 or 6.9',
)

/** Version of the contract that a further port answers as. */
export const ListenerSettings = z
  .object({
    contract: VersionInput,
    /** Strict version to serve already, during the upgrade from `contract` to it. */
    strict: VersionInput.nullish(),
  })
  .meta({ id: 'listenerSettingsSchema' })

export const NewListener = ListenerSettings.extend({
  port: z.int().min(1).max(65_535),
}).meta({ id: 'newListenerSchema' })

export const Listener = z
  .object({
    port: z.int(),
    url: z.string(),
    /** Version in three numbers, as `strict` is. */
    contract: z.string(),
    strict: z.string().nullable(),
    /** Reason why the port is not served. null: it is served. */
    failure: z.string().nullable(),
    /** True if the port comes from the settings or the command line. Such a port cannot be changed here. */
    fixed: z.boolean(),
  })
  .meta({ id: 'listenerSchema' })

export const Listeners = z.object({ listeners: z.array(Listener) }).meta({ id: 'listenersSchema' })
export type Listener = z.output<typeof Listener>
