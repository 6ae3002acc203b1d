import type { z } from 'zod'

import type {
  ExportedScenario,
  ScenarioFile,
  ScenarioFormat,
  ScenarioPlan,
} from '#shared/transfer/schemas/scenario.ts'
import type { RenewedScenario } from '#shared/transfer/schemas/scenario-source.ts'
import { findFirstAdmin } from '#domains/access/users/users.store.ts'
import { toActor } from '#domains/access/users/user.ts'
import type { Caller } from '#kernel/caller.ts'
import { execute, type Runtime } from '#kernel/execute.ts'
import type { UseCases } from '../app/use-cases.ts'

/** Acts on an instance as a scenario file, here or elsewhere. */
export interface ScenarioActs {
  plan: (file: z.input<typeof ScenarioFile>) => Promise<ScenarioPlan>
  apply: (file: z.input<typeof ScenarioFile>) => Promise<ScenarioPlan>
  /** Changes the text of a file into what the instance is. */
  renew: (
    file: Pick<z.input<typeof ScenarioFile>, 'text' | 'file'>,
  ) => Promise<z.output<typeof RenewedScenario>>
  export: (options: {
    format: ScenarioFormat
    secrets: boolean
    signals: boolean
  }) => Promise<z.output<typeof ExportedScenario>>
}

/** Finds the first Admin of an instance, for what the person at its machine does. */
export async function firstAdmin(runtime: Runtime): Promise<Caller> {
  const user = await findFirstAdmin(runtime.store.queries)
  if (!user) throw new Error('There is no Admin who could do this')
  return { actor: toActor(user), requestId: runtime.ids.uuid() }
}

/** Acts on this instance as its first Admin, for the person at its machine. */
export function scenarioActs(runtime: Runtime, useCases: UseCases): ScenarioActs {
  const caller = () => firstAdmin(runtime)
  return {
    plan: async (body) => execute(runtime, useCases.planScenario, await caller(), { body }),
    apply: async (body) => execute(runtime, useCases.applyScenario, await caller(), { body }),
    renew: async (body) => execute(runtime, useCases.renewScenario, await caller(), { body }),
    export: async ({ format, secrets, signals }) => {
      const query = { format, secrets: String(secrets), signals: String(signals) }
      const { text } = await execute(runtime, useCases.exportScenario, await caller(), { query })
      return { format, text: String(text) }
    },
  }
}
