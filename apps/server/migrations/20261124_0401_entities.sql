-- Standard entries of the dictionaries that an existing enterprise has not filled. New enterprises get them at their foundation.
create temporary table standard_entry on commit drop as
select * from (values
  ('secret_level', 1024, 'normal', '公开', '#15803d', 'none', null::int, null, null::text),
  ('secret_level', 2048, 'internal', '内部', '#b45309', 'none', null::int, null, null),
  ('secret_level', 3072, 'secret', '秘密', '#b91c1c', 'none', null::int, null, null),
  ('industry', 1024, 'real_estate', '房地产', null, 'none', null::int, null, null),
  ('industry', 2048, 'healthcare', '医疗卫生', null, 'none', null::int, null, null),
  ('industry', 3072, 'education', '教育', null, 'none', null::int, null, null),
  ('industry', 4096, 'culture', '文化旅游', null, 'none', null::int, null, null),
  ('industry', 5120, 'commerce', '商业办公', null, 'none', null::int, null, null),
  ('industry', 6144, 'manufacturing', '工业制造', null, 'none', null::int, null, null),
  ('industry', 7168, 'transport', '交通运输', null, 'none', null::int, null, null),
  ('industry', 8192, 'energy', '能源电力', null, 'none', null::int, null, null),
  ('industry', 9216, 'public', '政府公共', null, 'none', null::int, null, null),
  ('industry', 10240, 'other', '其他', null, 'none', null::int, null, null),
  ('project_grade', 1024, 'large', '大型', null, 'none', null::int, null, null),
  ('project_grade', 2048, 'medium', '中型', null, 'none', null::int, null, null),
  ('project_grade', 3072, 'small', '小型', null, 'none', null::int, null, null),
  ('structure_type', 1024, 'frame', '框架', null, 'none', null::int, null, null),
  ('structure_type', 2048, 'shear_wall', '剪力墙', null, 'none', null::int, null, null),
  ('structure_type', 3072, 'frame_shear_wall', '框架-剪力墙', null, 'none', null::int, null, null),
  ('structure_type', 4096, 'frame_tube', '框筒', null, 'none', null::int, null, null),
  ('structure_type', 5120, 'tube_in_tube', '筒中筒', null, 'none', null::int, null, null),
  ('structure_type', 6144, 'masonry', '砌体', null, 'none', null::int, null, null),
  ('structure_type', 7168, 'steel', '钢结构', null, 'none', null::int, null, null),
  ('structure_type', 8192, 'composite', '钢-混凝土混合', null, 'none', null::int, null, null),
  ('structure_type', 9216, 'portal', '门式刚架', null, 'none', null::int, null, null),
  ('structure_type', 10240, 'space_frame', '网架网壳', null, 'none', null::int, null, null),
  ('structure_type', 11264, 'timber', '木结构', null, 'none', null::int, null, null),
  ('structure_type', 12288, 'other', '其他', null, 'none', null::int, null, null),
  ('service_content', 1024, 'concept', '方案设计', null, 'none', null::int, null, null),
  ('service_content', 2048, 'preliminary', '初步设计', null, 'none', null::int, null, null),
  ('service_content', 3072, 'construction_doc', '施工图设计', null, 'none', null::int, null, null),
  ('service_content', 4096, 'detailed', '深化设计', null, 'none', null::int, null, null),
  ('service_content', 5120, 'bim', 'BIM', null, 'none', null::int, null, null),
  ('service_content', 6144, 'review_support', '审图配合', null, 'none', null::int, null, null),
  ('service_content', 7168, 'site_support', '施工配合', null, 'none', null::int, null, null),
  ('service_content', 8192, 'as_built', '竣工图', null, 'none', null::int, null, null),
  ('service_content', 9216, 'consulting', '技术咨询', null, 'none', null::int, null, null),
  ('position_title', 1024, 'assistant_engineer', '助理工程师', null, 'junior', null::int, null, null),
  ('position_title', 2048, 'engineer', '工程师', null, 'intermediate', null::int, null, null),
  ('position_title', 3072, 'senior_engineer', '高级工程师', null, 'senior', null::int, null, null),
  ('position_title', 4096, 'professor_engineer', '教授级高级工程师', null, 'professor', null::int, null, null),
  ('other_task', 1024, 'bidding', '投标', null, 'none', null::int, null, null),
  ('other_task', 2048, 'training', '培训', null, 'none', null::int, null, null),
  ('other_task', 3072, 'standards', '标准编制', null, 'none', null::int, null, null),
  ('other_task', 4096, 'exchange', '技术交流', null, 'none', null::int, null, null),
  ('other_task', 5120, 'administration', '行政事务', null, 'none', null::int, null, null),
  ('other_task', 6144, 'study', '学习', null, 'none', null::int, null, null),
  ('stask_type', 1024, 'arch_plan', '平面图', null, 'none', 960, 'arch', null),
  ('stask_type', 2048, 'arch_elevation', '立面图', null, 'none', 480, 'arch', null),
  ('stask_type', 3072, 'arch_section', '剖面图', null, 'none', 480, 'arch', null),
  ('stask_type', 4096, 'arch_detail', '节点详图', null, 'none', 720, 'arch', null),
  ('stask_type', 5120, 'struct_calculation', '结构计算', null, 'none', 1440, 'struct', null),
  ('stask_type', 6144, 'struct_formwork', '模板图', null, 'none', 720, 'struct', null),
  ('stask_type', 7168, 'struct_rebar', '配筋图', null, 'none', 1440, 'struct', null),
  ('stask_type', 8192, 'plumb_calculation', '水力计算', null, 'none', 480, 'plumb', null),
  ('stask_type', 9216, 'plumb_plan', '给排水平面图', null, 'none', 720, 'plumb', null),
  ('stask_type', 10240, 'hvac_calculation', '负荷计算', null, 'none', 480, 'hvac', null),
  ('stask_type', 11264, 'hvac_plan', '暖通平面图', null, 'none', 960, 'hvac', null),
  ('stask_type', 12288, 'elec_system', '电气系统图', null, 'none', 720, 'elec', null),
  ('stask_type', 13312, 'elec_plan', '电气平面图', null, 'none', 960, 'elec', null),
  ('stask_type', 14336, 'bim_model', 'BIM 建模', null, 'none', 1440, 'bim', null),
  ('stask_type', 15360, 'coordination', '专业协调', null, 'none', 240, null, null),
  ('stask_type', 16384, 'checking', '校对', null, 'none', 480, null, null),
  ('label_group', 1024, 'importance', '重要程度', null, 'none', null::int, null, null),
  ('label_group', 2048, 'feature', '技术特点', null, 'none', null::int, null, null),
  ('label_group', 3072, 'source', '项目来源', null, 'none', null::int, null, null),
  ('label', 1024, 'key', '重点项目', '#b91c1c', 'none', null::int, null, 'importance'),
  ('label', 2048, 'urgent', '加急项目', '#c2410c', 'none', null::int, null, 'importance'),
  ('label', 3072, 'prefabricated', '装配式', '#0e7490', 'none', null::int, null, 'feature'),
  ('label', 4096, 'green', '绿色建筑', '#15803d', 'none', null::int, null, 'feature'),
  ('label', 5120, 'high_rise', '超高层', '#6d28d9', 'none', null::int, null, 'feature'),
  ('label', 6144, 'passive', '超低能耗', '#047857', 'none', null::int, null, 'feature'),
  ('label', 7168, 'tender', '招标', '#1d4ed8', 'none', null::int, null, 'source'),
  ('label', 8192, 'commission', '委托', '#334155', 'none', null::int, null, 'source')
) as v (kind, sort, code, name, colour, level, standard_minutes, profession, label_group);

create temporary table empty_kind on commit drop as
select e.id as enterprise_id, k.kind from enterprise e cross join (select distinct kind from standard_entry) k
where not exists (select from dictionary_entry d where d.enterprise_id = e.id and d.kind = k.kind);

insert into dictionary_entry (enterprise_id, kind, sort, code, name, colour, level, standard_minutes, profession_id)
select k.enterprise_id, s.kind, s.sort, s.code, s.name, s.colour, s.level, s.standard_minutes, p.id
from empty_kind k join standard_entry s on s.kind = k.kind
left join dictionary_entry p on p.enterprise_id = k.enterprise_id and p.kind = 'profession' and p.code = s.profession and p.deleted_at is null;

update dictionary_entry d set label_group_id = g.id
from empty_kind k, standard_entry s, dictionary_entry g
where d.enterprise_id = k.enterprise_id and d.kind = 'label' and k.kind = 'label' and s.kind = 'label' and s.code = d.code
  and g.enterprise_id = d.enterprise_id and g.kind = 'label_group' and g.code = s.label_group;

insert into dictionary_entry (enterprise_id, kind, sort, name, short_name, colour)
select e.id, 'company', 1024, e.name, left(e.short_name, 20), '#1d4ed8' from enterprise e
where not exists (select from dictionary_entry d where d.enterprise_id = e.id and d.kind = 'company');

-- Short names and colours of the built-in disciplines.
update dictionary_entry d set short_name = s.short_name, colour = s.colour, version = d.version + 1
from (values
  ('arch', '建', '#1d4ed8'),
  ('struct', '结', '#b91c1c'),
  ('plumb', '水', '#0e7490'),
  ('hvac', '暖', '#15803d'),
  ('elec', '电', '#b45309'),
  ('smart', '智', '#6d28d9'),
  ('site_plan', '总', '#4d7c0f'),
  ('landscape', '景', '#047857'),
  ('interior', '室', '#be185d'),
  ('curtain_wall', '幕', '#0369a1'),
  ('civil_defence', '防', '#57534e'),
  ('fire', '消', '#c2410c'),
  ('green', '绿', '#3f6212'),
  ('geotech', '岩', '#78350f'),
  ('municipal_road', '路', '#334155'),
  ('bridge', '桥', '#164e63'),
  ('cost', '价', '#854d0e'),
  ('bim', 'BIM', '#a21caf')
) as s (code, short_name, colour)
where d.kind = 'profession' and d.code = s.code and d.colour is null and d.short_name = '';

-- Common positions from the positions of the enterprise.
insert into position_template (enterprise_id, name, sort)
select p.enterprise_id, p.name, p.sort from position p
where p.deleted_at is null and not exists (select from position_template t where t.enterprise_id = p.enterprise_id);
update position p set position_template_id = t.id from position_template t
where t.enterprise_id = p.enterprise_id and t.name = p.name and p.deleted_at is null and p.position_template_id is null;
