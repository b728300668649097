-- The system of coordinates of a location. '' counts as gcj02: older locations came from Chinese map services.
alter table project add column datum text not null default '' check (datum in ('', 'gcj02', 'wgs84'));
