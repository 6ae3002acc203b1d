import { ESLintUtils } from '@typescript-eslint/utils'
import ts from 'typescript'

/**
 * Forbids `record[text]`: a text such as `constructor` finds what every object inherits. `ownValue(record, text)` and
 * maps find what is there. Writing to a record, and keys of a closed set of names, are fine.
 */
export const ownLookups = ESLintUtils.RuleCreator.withoutDocs({
  meta: {
    type: 'problem',
    messages: {
      inherited:
        'A text as key finds inherited properties too: use ownValue (src-shared/own-value.ts) or a Map.',
    },
    schema: [],
  },
  defaultOptions: [],
  create(context) {
    const services = ESLintUtils.getParserServices(context)
    const checker = services.program.getTypeChecker()
    return {
      MemberExpression(node) {
        if (!node.computed || node.property.type === 'Literal' || isWritten(node)) return
        const record = checker.getNonNullableType(services.getTypeAtLocation(node.object))
        const key = services.getTypeAtLocation(node.property)
        const isText = (key.isUnion() ? key.types : [key]).some(
          ({ flags }) => flags & (ts.TypeFlags.String | ts.TypeFlags.TemplateLiteral),
        )
        const isIndexed = checker.isArrayLikeType(record) || record.flags & ts.TypeFlags.StringLike
        if (isText && !isIndexed) context.report({ node, messageId: 'inherited' })
      },
    }
  },
})

const isWritten = ({ parent }) => parent.type === 'AssignmentExpression' && parent.operator === '='
