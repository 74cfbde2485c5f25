/** The tables of an RDP database as its releases leave them, and the rows that every new one holds. */

/** Compares without letter case and accents; blanks at the end of a text do not count. */
export const PADDED = 'utf8mb4_general_ci';
/** The same, but blanks at the end count. */
export const NOT_PADDED = 'utf8mb4_general_nopad_ci';

const PEOPLE = (timesOf15: string, expiry: string) => `
CREATE TABLE user (
  user_id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, email VARCHAR(255) NOT NULL, enabled BIT NOT NULL,
  ${timesOf15 && 'enabled_at TIMESTAMP NULL, contact_email_verified_at TIMESTAMP NULL, modified_at TIMESTAMP NULL,'}
  ${timesOf15}
  password VARCHAR(255) NOT NULL, privacy_level INT NULL, department VARCHAR(255) NULL, description TEXT NULL,
  hide_genelist BIT NOT NULL, last_name VARCHAR(255) NULL, name VARCHAR(255) NULL, organization VARCHAR(255) NULL,
  phone VARCHAR(255) NULL, shared BIT NOT NULL, website VARCHAR(255) NULL, researcher_position VARCHAR(255) NULL,
  contact_email VARCHAR(255) NULL, contact_email_verified BIT NOT NULL,
  CONSTRAINT uk_user_email UNIQUE (email)
);
CREATE TABLE user_researcher_category (
  user_id INT NOT NULL, researcher_category VARCHAR(255) NOT NULL, PRIMARY KEY (user_id, researcher_category),
  FOREIGN KEY (user_id) REFERENCES user (user_id)
);
CREATE TABLE publication (
  publication_id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, pmid INT NULL, title VARCHAR(255) NULL, user_id INT NULL,
  FOREIGN KEY (user_id) REFERENCES user (user_id)
);
CREATE TABLE role (
  role_id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, role VARCHAR(255) NULL, CONSTRAINT uk_role_role UNIQUE (role)
);
CREATE TABLE user_role (
  user_id INT NOT NULL, role_id INT NOT NULL, PRIMARY KEY (user_id, role_id),
  FOREIGN KEY (user_id) REFERENCES user (user_id), FOREIGN KEY (role_id) REFERENCES role (role_id)
);
CREATE TABLE access_token (
  id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, expiry_date ${expiry}, token VARCHAR(255) NOT NULL,
  ${timesOf15} user_id INT NULL,
  UNIQUE (token), FOREIGN KEY (user_id) REFERENCES user (user_id)
);
CREATE TABLE password_reset_token (
  id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, expiry_date TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
  token VARCHAR(255) NOT NULL, user_id INT NULL, UNIQUE (token), FOREIGN KEY (user_id) REFERENCES user (user_id)
);
`;

const GENES = (timesOf15: string) => `
CREATE TABLE taxon (
  taxon_id INT NOT NULL PRIMARY KEY, active BIT NOT NULL, common_name VARCHAR(255) NULL,
  scientific_name VARCHAR(255) NULL, gene_url VARCHAR(255) NULL, ordering INT NULL
);
CREATE TABLE descriptions (
  user_id INT NOT NULL, taxon_id INT NOT NULL, description TEXT NULL, PRIMARY KEY (user_id, taxon_id),
  FOREIGN KEY (user_id) REFERENCES user (user_id), FOREIGN KEY (taxon_id) REFERENCES taxon (taxon_id)
);
CREATE TABLE gene (
  id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, synonyms TEXT NULL, gene_id INT NULL, modification_date DATE NULL,
  description TEXT NULL, symbol VARCHAR(63) NULL, tier VARCHAR(5) NULL, taxon_id INT NOT NULL, user_id INT NOT NULL,
  ${timesOf15} user_privacy_level INT NULL,
  UNIQUE (user_id, gene_id), INDEX (gene_id), INDEX (gene_id, tier), INDEX (symbol, taxon_id, tier),
  FOREIGN KEY (taxon_id) REFERENCES taxon (taxon_id), FOREIGN KEY (user_id) REFERENCES user (user_id)
);
CREATE TABLE gene_info (
  id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, synonyms TEXT NULL, gene_id INT NULL, modification_date DATE NULL,
  description TEXT NULL, symbol VARCHAR(63) NULL, taxon_id INT NOT NULL,
  UNIQUE (gene_id), INDEX (gene_id, taxon_id), INDEX (symbol, taxon_id),
  FOREIGN KEY (taxon_id) REFERENCES taxon (taxon_id)
);
CREATE TABLE ortholog (
  source_gene INT NOT NULL, target_gene INT NOT NULL, PRIMARY KEY (source_gene, target_gene), INDEX (target_gene),
  FOREIGN KEY (source_gene) REFERENCES gene_info (id), FOREIGN KEY (target_gene) REFERENCES gene_info (id)
);
CREATE TABLE term (
  id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, aspect VARCHAR(255) NULL, definition TEXT NULL, go_id VARCHAR(10) NULL,
  name TEXT NULL, frequency BIGINT NULL, size BIGINT NULL, taxon_id INT NULL, ${timesOf15} user_id INT NULL,
  UNIQUE (user_id, taxon_id, go_id), INDEX (go_id),
  FOREIGN KEY (taxon_id) REFERENCES taxon (taxon_id), FOREIGN KEY (user_id) REFERENCES user (user_id)
);
CREATE TABLE organ_info (
  id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, description TEXT NULL, name TEXT NULL, uberon_id VARCHAR(255) NOT NULL,
  active BIT NOT NULL, ordering INT NULL, UNIQUE (uberon_id)
);
CREATE TABLE user_organ (
  id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, description TEXT NULL, name TEXT NULL, uberon_id VARCHAR(14) NULL,
  ${timesOf15} user_id INT NOT NULL,
  UNIQUE (user_id, uberon_id), FOREIGN KEY (user_id) REFERENCES user (user_id)
);
`;

const ONTOLOGIES = `
CREATE TABLE ontology (
  ontology_id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, name VARCHAR(255) NOT NULL, definition TEXT NULL,
  ontology_url VARCHAR(255) NULL, active BIT NOT NULL, ordering INT NULL, available_for_gene_search BIT NOT NULL,
  UNIQUE (name)
);
CREATE TABLE ontology_term_info (
  ontology_term_info_id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, ontology_id INT NOT NULL,
  term_id VARCHAR(255) NOT NULL, name VARCHAR(255) NULL, definition TEXT NULL, obsolete BIT NOT NULL,
  active BIT NOT NULL, ordering INT NULL, is_group BIT NOT NULL, has_icon BIT NOT NULL,
  UNIQUE (ontology_id, term_id), INDEX (term_id), INDEX (name),
  FOREIGN KEY (ontology_id) REFERENCES ontology (ontology_id)
);
CREATE TABLE ontology_term_info_alt_ids (
  ontology_term_info_id INT NOT NULL, alt_id VARCHAR(255) NOT NULL, PRIMARY KEY (ontology_term_info_id, alt_id),
  INDEX (alt_id), FOREIGN KEY (ontology_term_info_id) REFERENCES ontology_term_info (ontology_term_info_id)
);
CREATE TABLE ontology_term_info_synonyms (
  ontology_term_info_id INT NOT NULL, synonym VARCHAR(255) NOT NULL, PRIMARY KEY (ontology_term_info_id, synonym),
  INDEX (synonym), FOREIGN KEY (ontology_term_info_id) REFERENCES ontology_term_info (ontology_term_info_id)
);
CREATE TABLE ontology_term_info_sub_terms (
  ontology_term_info_id INT NOT NULL, ontology_sub_term_info_id INT NOT NULL,
  PRIMARY KEY (ontology_term_info_id, ontology_sub_term_info_id),
  FOREIGN KEY (ontology_term_info_id) REFERENCES ontology_term_info (ontology_term_info_id),
  FOREIGN KEY (ontology_sub_term_info_id) REFERENCES ontology_term_info (ontology_term_info_id)
);
CREATE TABLE user_ontology_term (
  user_ontology_term_id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, ontology_id INT NOT NULL,
  term_id VARCHAR(255) NOT NULL, user_id INT NOT NULL, name VARCHAR(255) NULL, created_at TIMESTAMP NULL,
  UNIQUE (ontology_id, term_id, user_id),
  FOREIGN KEY (ontology_id) REFERENCES ontology (ontology_id), FOREIGN KEY (user_id) REFERENCES user (user_id)
);
`;

/** The statements that make the tables in an empty database, and what a new installation holds. */
export function rdpSchema(version: '1.4' | '1.5'): string[] {
  // A registry that began before 1.4 has the role of the managers, so the next one has another number.
  const roles =
    version === '1.4' ? ['ADMIN', 'USER', 'MANAGER', 'SERVICE_ACCOUNT'] : ['ADMIN', 'USER', 'SERVICE_ACCOUNT'];
  const createdAt = version === '1.4' ? '' : 'created_at TIMESTAMP NULL,';
  const expiry = version === '1.4' ? 'DATETIME NOT NULL' : 'TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP';
  const tables = PEOPLE(createdAt, expiry) + GENES(createdAt) + (version === '1.4' ? '' : ONTOLOGIES);
  return [
    ...tables.split(';'),
    `INSERT INTO role (role) VALUES ${roles.map((role) => `('ROLE_${role}')`).join(', ')}`,
  ].filter((statement) => statement.trim() !== '');
}
