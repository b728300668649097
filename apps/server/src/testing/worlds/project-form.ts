import { theEnterprise, type World } from './builders.ts';

/** The typed form of a new project: all required fields, as text. */
export async function projectForm(world: World, managerId: number): Promise<Record<string, string>> {
  const enterpriseId = await theEnterprise(world);
  const [type] = await world.modules.config.list(enterpriseId, 'project_type');
  const [stage] = await world.modules.config.list(enterpriseId, 'stage');
  return {
    name: '滨江医院门诊楼',
    short_name: '滨江门诊',
    type_id: String(type?.id),
    stage_id: String(stage?.id),
    manager_id: String(managerId),
    land_area_unit: 'mu',
    build_area: '32000.50',
    build_area_unit: 'm2',
    bim_area: '3.1',
    bim_area_unit: 'wan_m2',
    height_unit: 'm',
  };
}

/** The same form for editing the project, without the manager field. */
export function editForm(form: Record<string, string>, project: { id: number; version: number }) {
  const { manager_id: _manager, ...sheet } = form;
  return { ...sheet, project_id: project.id, version: project.version };
}
