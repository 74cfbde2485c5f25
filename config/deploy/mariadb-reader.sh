#!/bin/sh
# Run once by the image of MariaDB: makes the account that the registry reads RDP's database with. SELECT, nothing else.
set -eu
mariadb --user=root --password="$(cat /run/secrets/mariadb-root-password)" <<SQL
CREATE USER 'rdp_reader'@'%' IDENTIFIED BY '$(cat /run/secrets/mariadb-reader-password)';
GRANT SELECT ON rdp.* TO 'rdp_reader'@'%';
SQL
