import { badData } from '#kernel/app-error.ts'

/** `type:value`; the message is recorded exchange client-api/bad-tag-filter's. */
export function parseTag(text: string, index: number): { type: string; value: string } {
  const colon = text.indexOf(':')
  if (colon < 1 || colon === text.length - 1) {
    throw badData(
      `"tag[${index}]" with value "${text}" fails to match the tag pattern. You provided "${text}".`,
      '/query/tag',
    )
  }
  return { type: text.slice(0, colon), value: text.slice(colon + 1) }
}
