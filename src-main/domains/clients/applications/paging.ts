const MAX = 1000

interface PageQuery {
  query?: string | undefined
  offset?: string | undefined
  limit?: string | undefined
  sortOrder?: string | undefined
}

/** A page as asked for; what makes no sense is as if it had not been said. */
export function toPage({ query = '', offset, limit, sortOrder }: PageQuery) {
  const count = wholeNumber(limit)
  return {
    text: query.trim(),
    offset: wholeNumber(offset) ?? 0,
    limit: count !== undefined && count >= 1 && count <= MAX ? count : MAX,
    descending: sortOrder === 'desc',
  }
}

const wholeNumber = (text: string | undefined) =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined
