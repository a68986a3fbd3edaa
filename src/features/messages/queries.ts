import { queryOptions } from '@tanstack/react-query'
import type { Message } from './contract'

export const messagesQuery = () => queryOptions<Message[]>({ queryKey: ['/api/contact'] })
