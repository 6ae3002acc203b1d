import type { CreateStrategy, ListedStrategy } from '#shared/flags/schemas/strategy.ts'

export type DefaultStrategy = CreateStrategy

/** The default strategy of a project as one that the editor takes; the initial one where none was set. */
export function toStrategy(stored: DefaultStrategy | undefined): ListedStrategy {
  const { name, title, disabled, parameters, constraints, variants, segments } = stored ?? {
    name: 'flexibleRollout',
  }
  return {
    id: '',
    name,
    title: title ?? null,
    disabled: disabled ?? false,
    parameters:
      name === 'flexibleRollout'
        ? { rollout: '100', stickiness: 'default', ...parameters }
        : (parameters ?? {}),
    constraints: (constraints ?? []).map((one) => ({ ...one, values: one.values ?? [] })),
    variants: variants ?? [],
    segments: segments ?? [],
    sortOrder: 0,
    milestoneId: null,
  }
}
