import type { ScenarioPlan, ScenarioStep } from '#shared/transfer/schemas/scenario.ts'
import { linesOfPlan, markdownOfPlan, stepAsLines } from '#shared/transfer/scenario/plan-as-text.ts'

/** Forms in which a plan is printed. */
export type PlanFormat = 'text' | 'markdown' | 'json'

/** Plan that is made or carried out in parts, as it is printed. For people, only the lines of its steps are kept. */
export class PlanAccount {
  readonly #plan: ScenarioPlan = { created: 0, updated: 0, deleted: 0, steps: [] }
  readonly #lines: string[] = []
  readonly #format: PlanFormat
  #steps = 0

  constructor({ format }: { format: PlanFormat }) {
    this.#format = format
  }

  get steps(): number {
    return this.#steps
  }

  add({ steps }: { steps: readonly ScenarioStep[] }): void {
    for (const step of steps) {
      this.#steps += 1
      this.#plan[`${step.action}d`] += 1
      if (this.#format === 'json') this.#plan.steps.push(step)
      else this.#lines.push(...stepAsLines(step))
    }
  }

  asText(options: { isDone: boolean }): string {
    if (this.#format === 'json') return JSON.stringify(this.#plan, null, 2)
    return this.#format === 'markdown'
      ? markdownOfPlan(this.#plan, this.#lines)
      : linesOfPlan(this.#plan, this.#lines, options)
  }
}
