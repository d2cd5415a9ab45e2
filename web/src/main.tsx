import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from './app/routes.tsx'
import { queryClient } from './service/query-client.ts'
import './app/styles.css'
import { readTheme, setTheme } from './app/theme.ts'
import { SessionProvider } from './auth/session-provider.tsx'
import { ToastProvider } from './ui/toast.tsx'

setTheme(readTheme())

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <SessionProvider>
          <RouterProvider router={router} />
        </SessionProvider>
      </ToastProvider>
    </QueryClientProvider>
  </StrictMode>,
)
