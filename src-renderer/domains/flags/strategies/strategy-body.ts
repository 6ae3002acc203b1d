import type { CreateStrategy, ListedStrategy } from '#shared/flags/schemas/strategy.ts'

/** A stored strategy as it is sent, to another environment or with something changed. */
export const bodyOf = ({
  name,
  title,
  disabled,
  constraints,
  parameters,
  segments,
  variants,
}: ListedStrategy): CreateStrategy => ({
  name,
  title,
  disabled,
  constraints: [...constraints],
  parameters: { ...parameters },
  segments: [...segments],
  variants: [...variants],
})
