import { bind } from '../../../../transport/http/bind.ts'
import { createFeedback, updateFeedback, updateSplashSettings } from './user-prompts.use-case.ts'

export const userPromptsHttp = [bind(updateSplashSettings), bind(createFeedback), bind(updateFeedback)]
