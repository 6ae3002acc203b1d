import {
  Compiler,
  type CompiledFlag,
  type EvaluatedFeature,
  type EvaluatedSegment,
  FlagTableBuilder,
} from '#shared/flags/evaluation/index.ts'
import { BoundedCache } from '#runtime/bounded-cache.ts'
import { Turn } from '#runtime/turn.ts'
import type { EnvironmentConfiguration } from '../client-api/client-configuration.ts'
import { selectFeatures } from '../client-api/client-features.ts'
import { AnswerTable } from './answer-table.ts'
import { ToggleText } from './toggle-text.ts'

/** The flags of an environment and set of projects at one revision, ready to be evaluated. */
export interface CompiledSet {
  readonly configuration: EnvironmentConfiguration
  readonly compiler: Compiler<ToggleText>
  /** All flags, for answers with reasons. */
  readonly flags: readonly CompiledFlag<ToggleText>[]
  /** Flags that can be on. */
  readonly table: AnswerTable
  readonly featureOf: (name: string) => EvaluatedFeature | undefined
}

interface KeptCompiler {
  readonly segments: readonly EvaluatedSegment[]
  readonly compiler: Compiler<ToggleText>
}

const MAX_SETS = 50
/** Bytes of all sets together. A flag in several sets is compiled once. */
const MAX_BYTES = 48 * 2 ** 20
const BYTES_PER_FLAG = 100
const MAX_ENVIRONMENTS = 50

/** Flags between two looks at the clock. */
const STEP = 8

/**
 * Compiled flags, by environment and projects. Flags that a change leaves alone stay compiled, as long as the segments of
 * the environment do (ADR 38).
 */
export class CompiledFlags {
  readonly #sets = new BoundedCache<CompiledSet>({
    maxEntries: MAX_SETS,
    maxSize: MAX_BYTES,
    sizeOf: ({ flags, table }) => table.bytes.length + flags.length * BYTES_PER_FLAG,
  })
  readonly #compilers = new BoundedCache<KeptCompiler>({
    maxEntries: MAX_ENVIRONMENTS,
    maxSize: MAX_ENVIRONMENTS,
    sizeOf: () => 1,
  })

  async of(
    configuration: EnvironmentConfiguration,
    environment: string,
    projects: readonly string[],
  ): Promise<CompiledSet> {
    const key = JSON.stringify([environment, projects, configuration.audiences])
    const kept = this.#sets.get(key)
    if (kept?.configuration === configuration) return kept
    const compiler = this.#compilerOf(configuration, environment)
    const project = projects.includes('*') ? undefined : projects
    const flags: CompiledFlag<ToggleText>[] = []
    const builder = new FlagTableBuilder<ToggleText>()
    const turn = new Turn()
    for (const feature of selectFeatures(configuration, project ? { project } : {})) {
      const flag = compiler.flag(feature)
      flags.push(flag)
      builder.add(flag)
      if (flags.length % STEP === 0 && turn.isOver) await turn.pause()
    }
    const table = await AnswerTable.of(builder.build(), turn)
    const { features } = configuration
    const featureOf = (name: string) => features.get(name)?.feature
    const set = { configuration, compiler, flags, table, featureOf }
    this.#sets.set(key, set)
    return set
  }

  #compilerOf({ segments }: EnvironmentConfiguration, environment: string): Compiler<ToggleText> {
    const kept = this.#compilers.get(environment)
    if (kept?.segments === segments && !kept.compiler.isOverfull) return kept.compiler
    const byId = new Map(segments.map((segment) => [segment.id, segment]))
    const compiler = new Compiler(
      (id) => byId.get(id),
      (evaluation, feature) => new ToggleText(evaluation, feature),
    )
    this.#compilers.set(environment, { segments, compiler })
    return compiler
  }
}
