/** Tags: words of a type (`team:payments`) that flags are found by. Which flag has which is the area feature-tags. */
export { createTagTypeRow } from './create-tag-type.ts'
export { requireTypeOfTag } from './require-tag-type.ts'
export {
  attachTag,
  detachTag,
  findUnknownTags,
  findTagType,
  insertTag,
  readFlagTags,
  readTagTypes,
} from './tags.store.ts'
export { tagsHttp } from './tags.http.ts'
export { tagsRpc } from './tags.rpc.ts'
