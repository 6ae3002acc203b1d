import type { Installation, UpgradePlan } from './upgrade-plan.ts'

/** A plan as a checklist that can be ticked off in any tracker. */
export function planAsMarkdown({ from, to }: Installation, { stages, refusal }: UpgradePlan): string {
  const lines = [`# Upgrade from ${from} to ${to}`, '']
  if (refusal !== undefined) return [...lines, refusal, ''].join('\n')
  for (const { version, steps } of stages) {
    lines.push(`## Before ${version}`, '')
    for (const { title, why, check, weight } of steps)
      lines.push(
        `- [ ] **${title}**${weight === 'recommended' ? ' (recommended)' : ''}`,
        `  - Why: ${why}`,
        `  - Check: ${check}`,
      )
    lines.push(`- [ ] **Start ${version}**`, '')
  }
  return lines.join('\n')
}
