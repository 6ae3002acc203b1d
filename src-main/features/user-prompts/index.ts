/** What pages show a person once and ask a person for: splash pages and feedback. */
export { promptsOf } from './prompts-of.ts'
export { userPromptsHttp } from './user-prompts.http.ts'
