// Shows what the service sends through the browser's push service, and opens what it is about.
self.addEventListener('push', event => {
  const { id, title, body, url } = event.data.json()
  event.waitUntil(
    self.registration.showNotification(title, { body, tag: id, icon: '/icon-192.png', data: { url } }),
  )
})

self.addEventListener('notificationclick', event => {
  event.notification.close()
  // What is sent is ours alone, but a page of another site is never opened by it.
  const url = new URL(event.notification.data.url, self.location.origin)
  event.waitUntil(self.clients.openWindow(url.pathname + url.search))
})
