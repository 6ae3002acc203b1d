import type { ScenarioPlan, ScenarioStep } from '#shared/transfer/schemas/scenario.ts'
import { linesOfPlan, stepAsLines } from '#shared/transfer/scenario/plan-as-text.ts'

/** Plan that is made or carried out in parts, as it is printed. For people, only the lines of its steps are kept. */
export class PlanAccount {
  readonly #plan: ScenarioPlan = { created: 0, updated: 0, deleted: 0, steps: [] }
  readonly #lines: string[] = []
  readonly #json: boolean
  #steps = 0

  constructor({ json }: { json: boolean }) {
    this.#json = json
  }

  get steps(): number {
    return this.#steps
  }

  add({ steps }: { steps: readonly ScenarioStep[] }): void {
    for (const step of steps) {
      this.#steps += 1
      this.#plan[`${step.action}d`] += 1
      if (this.#json) this.#plan.steps.push(step)
      else this.#lines.push(...stepAsLines(step))
    }
  }

  asText(options: { isDone: boolean }): string {
    return this.#json ? JSON.stringify(this.#plan, null, 2) : linesOfPlan(this.#plan, this.#lines, options)
  }
}
