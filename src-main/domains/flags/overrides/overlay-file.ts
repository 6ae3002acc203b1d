import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { z } from 'zod'

import { isEqual } from '#shared/configuration/equality.ts'
import { Audience, MAX_OVERRIDES, OverrideStrategies, type Override } from '#shared/flags/schemas/override.ts'
import { messageOf } from '#shared/errors/message-of.ts'
import { Content, Name } from '#shared/schemas/bounded.ts'
import { InstantInput, urlFriendlyName } from '#shared/schemas/scalars.ts'
import { AppError, inOneText } from '#kernel/app-error.ts'
import { writeAsSystem, type Runtime } from '#kernel/execute.ts'
import type { MutationContext } from '#kernel/use-case.ts'
import { SavedFile } from '#runtime/file-watch.ts'
import { onFirstUse } from '#runtime/on-first-use.ts'
import { findEnabled } from '../features/feature-environments.store.ts'
import { findFeature } from '../features/features.store.ts'
import { canAsk, checkedStrategies, requireFewStrategies } from './check-override.ts'
import { endOverride, putOverride } from './change-overrides.ts'
import { readOverrides } from './overrides.store.ts'

const reader = onFirstUse('yaml', 'an overlay file', () => import('yaml'))
const MAX_BYTES = 1_000_000

/** Content of an overlay file (docs/overrides.md). */
const Overlay = z.strictObject({
  overrides: z
    .array(
      z.strictObject({
        flag: Name,
        environment: Name.default('development'),
        for: Audience.default('everybody'),
        value: z.union([
          z.boolean(),
          z.enum(['on', 'off']),
          z.strictObject({ variant: urlFriendlyName('variant'), payload: Content.optional() }),
          z.strictObject({ strategies: OverrideStrategies }),
        ]),
        until: InstantInput.nullish(),
      }),
    )
    .max(MAX_OVERRIDES)
    .nullish(),
})
type Entry = NonNullable<z.output<typeof Overlay>['overrides']>[number]

/** Keeps the overrides of a file beside one's code: what it names is set, and what it no longer names is removed. */
export class OverlayFile {
  readonly #file: SavedFile
  /** Stands for the file in overrides, as who set them. */
  readonly #name: string

  constructor(file: string) {
    this.#file = new SavedFile(path.resolve(file))
    this.#name = path.basename(file)
  }

  /**
   * Applies the file if it was saved since, once it has been left alone from one look to the next: nobody is halfway through
   * writing. A file that cannot be applied leaves all as it is, and the log says why.
   */
  readonly follow = async (runtime: Runtime): Promise<void> => {
    const stamp = await this.#file.look()
    if (stamp === null) return
    const { logger } = runtime
    try {
      const entries = stamp === undefined ? [] : await this.#read()
      const figures = await writeAsSystem(runtime, (context) => this.#apply(context, entries))
      logger.info({ file: this.#file.path, ...figures }, 'overlay applied')
    } catch (error) {
      logger.error(
        { file: this.#file.path, problem: error instanceof AppError ? inOneText(error) : messageOf(error) },
        'the overlay file is not applied; overrides stay as they are',
      )
    }
  }

  async #read(): Promise<readonly Entry[]> {
    const text = await readFile(this.#file.path, 'utf8')
    if (text.length > MAX_BYTES) throw new Error(`The file has more than ${MAX_BYTES} characters.`)
    const { parse } = await reader()
    const overlay = Overlay.safeParse(parse(text) ?? {})
    if (!overlay.success) throw new Error(z.prettifyError(overlay.error))
    return overlay.data.overrides ?? []
  }

  async #apply(context: MutationContext, entries: readonly Entry[]) {
    const now = await readOverrides(context.everything)
    const unknown: string[] = []
    const wanted = new Map<string, Override>()
    for (const [index, entry] of entries.entries()) {
      const override = await this.#overrideOf(context, entry, `overrides/${index}/value/strategies`)
      if (typeof override === 'string') unknown.push(override)
      else wanted.set(keyOf(override), override)
    }
    const withStrategies = [...wanted.values()].filter(({ strategies }) => strategies !== null)
    for (const override of withStrategies)
      requireFewStrategies(
        override,
        withStrategies.filter((one) => isSamePlace(one, override)),
      )
    const former = now.filter((one) => one.createdBy === this.#name && !wanted.has(keyOf(one)))
    for (const override of former) await endOverride(context, override)
    const held = new Map(now.map((one) => [keyOf(one), one]))
    const changed = [...wanted].filter(([key, one]) => !isSame(held.get(key), one))
    for (const [key, override] of changed) await putOverride(context, override, held.get(key))
    return { set: changed.length, removed: former.length, ...(unknown.length > 0 ? { unknown } : {}) }
  }

  /** Makes the override of an entry; a text: what it names is not there. */
  async #overrideOf(context: MutationContext, entry: Entry, at: string): Promise<Override | string> {
    const { everything, now } = context
    const { flag, environment, for: audience, value, until } = entry
    const unknown = `${flag} in ${environment}`
    const found = await findFeature(everything, flag)
    if (!found || found.archivedAt !== null) return unknown
    if ((await findEnabled(everything, flag, environment)) === undefined) return unknown
    const { project } = found
    const place = { feature: flag, project, environment, audience }
    if (!(await canAsk(everything, place))) return `the token for ${unknown}`
    const strategies =
      typeof value === 'object' && 'strategies' in value
        ? await checkedStrategies(context, place, value.strategies, at)
        : null
    return {
      ...place,
      ...valueOf(value),
      strategies,
      until: until ?? null,
      createdBy: this.#name,
      createdAt: now.toISOString(),
    }
  }
}

const keyOf = ({ feature, environment, audience }: Override) =>
  JSON.stringify([feature, environment, audience])

const isSamePlace = (a: Override, b: Override) => a.feature === b.feature && a.environment === b.environment

const isSame = (held: Override | undefined, wanted: Override) =>
  held !== undefined && isEqual({ ...held, createdAt: '' }, { ...wanted, createdAt: '' })

function valueOf(value: Entry['value']): Pick<Override, 'enabled' | 'variant'> {
  if (typeof value !== 'object') return { enabled: value === true || value === 'on', variant: null }
  if ('strategies' in value) return { enabled: true, variant: null }
  const { variant: name, payload } = value
  return {
    enabled: true,
    variant: { name, ...(payload === undefined ? {} : { payload: { type: 'string', value: payload } }) },
  }
}
