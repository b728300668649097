/** The pages. Each one loads when its address opens (app/routes.tsx). */
export const staff = () => import('./pages/staff-page.tsx');
export const settings = () => import('./pages/settings-page.tsx');
export const enterprise = () => import('./pages/enterprise-page.tsx');
export const systemEnterprises = () => import('./pages/system-enterprise-page.tsx');
export const departments = () => import('./pages/department-page.tsx');
export const positionTemplates = () => import('./pages/position-template-page.tsx');
export const positions = () => import('./pages/position-page.tsx');
export const groups = () => import('./pages/group-page.tsx');
export const roles = () => import('./pages/role-list-page.tsx');
export const role = () => import('./pages/role-page.tsx');
export const roleUsers = () => import('./pages/role-users-page.tsx');
