import { Route, Switch } from 'wouter'
import { DashboardScreen } from './dashboard'
import { MessagesScreen } from './messages'
import { AdminNotFound } from './not-found'
import { SettingsScreen } from './settings'
import { WaitlistScreen } from './waitlist'

export function AdminRoutes() {
  return (
    <Switch>
      <Route path="/admin/dashboard"><DashboardScreen /></Route>
      <Route path="/admin/waitlist"><WaitlistScreen /></Route>
      <Route path="/admin/messages"><MessagesScreen /></Route>
      <Route path="/admin/settings"><SettingsScreen /></Route>
      <Route><AdminNotFound /></Route>
    </Switch>
  )
}
