import type { SignalRecipe } from '#shared/signals/recipes/signal-recipes.ts'

/** First action set for the signals of a new endpoint. */
export interface SuggestedSet {
  recipe: SignalRecipe
  endpointId: number
}

let suggested: SuggestedSet | undefined

/** Suggests a set to the page of actions that is shown next. */
export function suggestSet(set: SuggestedSet): void {
  suggested = set
}

/** Takes the suggestion: no other page is filled with it. */
export function takeSuggestedSet(): SuggestedSet | undefined {
  const taken = suggested
  suggested = undefined
  return taken
}
